import { isPrivateAddress } from '../domain/private-address.ts';

/** What an installation lets a browser choose (A32): nothing, what it lists, or anything. `listed` are addresses it vouches for, its own too. */
export type EndpointRule = { mode: 'off' | 'allowlist' | 'any'; isProduction: boolean; listed: ReadonlyArray<string> };

/** `base` is an address to put paths behind: without a slash at its end, a query or a fragment. */
export type EndpointJudgement =
  | { kind: 'allowed'; base: string }
  | { kind: 'refused'; reason: 'off' | 'invalid' | 'credentials' | 'private' | 'not_listed' };

const MAX_LENGTH = 200;

/**
 * Whether pages may call the API at an address that somebody typed. Names are judged as they are written, nothing is looked up: a Worker has
 * no resolver, and a name may point elsewhere a second later. That a name leads inside is stopped where the line is opened: Cloudflare
 * reaches public addresses only, and so does `npm run serve` (tools/miniflare.ts).
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
