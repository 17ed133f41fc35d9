import { isPrivateAddress } from '../domain/private-address.ts';

/** Which APIs a browser may choose (A32): none, the listed ones, or any. `listed` are trusted addresses, including our own. */
export type EndpointRule = { mode: 'off' | 'allowlist' | 'any'; isProduction: boolean; listed: ReadonlyArray<string> };

/** `base` is a prefix for paths: no trailing slash, query or fragment. */
export type EndpointJudgement =
  | { kind: 'allowed'; base: string }
  | { kind: 'refused'; reason: 'off' | 'invalid' | 'credentials' | 'private' | 'not_listed' };

const MAX_LENGTH = 200;

/**
 * Decides whether pages may call the API at a typed address. Names are checked as written and not resolved: a Worker has no resolver, and a name
 * may resolve differently later. Names that resolve to private addresses are blocked on connect: by Cloudflare, and by `npm run serve`
 * (tools/miniflare.ts).
 */
export function judgeEndpoint(typed: string, { mode, isProduction, listed }: EndpointRule): EndpointJudgement {
  if (mode === 'off') return refused('off');
  const url = toAddress(typed);
  if (url === null) return refused('invalid');
  if (url.username !== '' || url.password !== '') return refused('credentials');
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  if (listed.some((address) => toAddress(address)?.origin === url.origin)) return { kind: 'allowed', base };
  if (mode === 'allowlist') return refused('not_listed');
  return isProduction && isPrivateAddress(url.hostname) ? refused('private') : { kind: 'allowed', base };
}

function refused(reason: Extract<EndpointJudgement, { kind: 'refused' }>['reason']): EndpointJudgement {
  return { kind: 'refused', reason };
}

function toAddress(typed: string): URL | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^/\\]/i.test(text) || text.length > MAX_LENGTH || /[\s?#\\]/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.hostname === '' ? null : url;
}
