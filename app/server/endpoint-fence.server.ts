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
  return isProduction && isInside(url.hostname) ? refused('private') : { kind: 'allowed', base };
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

// 0/8, 10/8, 100.64/10, 127/8, 169.254/16, 172.16/12, 192.0.0/24, 192.168/16, 198.18/15, and from 224 on: this network, private ones,
// carriers', loopback, link-local, protocols, tests, groups and what is reserved.
const INSIDE =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.0\.|^198\.1[89]\./;

/**
 * Loopback, private networks, names that only those know. The parser has made every spelling of an IPv4 address (octal, hex, one number)
 * the usual one. Of IPv6 all addresses: too many of them stand for an IPv4 one, and no API is published by such a number.
 */
function isInside(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[') || !host.includes('.')) return true;
  return INSIDE.test(host) || namesInside(host) || /\.(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/.test(host);
}

/** Names of public services that stand for the address they contain (`10.0.0.1.nip.io`, `app-127-0-0-1.sslip.io`), or always for loopback. */
function namesInside(host: string): boolean {
  if (/(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|lacolhost\.com)$/.test(host)) return true;
  return [...host.matchAll(/(?=(?:^|[.-])(\d{1,3}(?:[.-]\d{1,3}){3})(?:[.-]|$))/g)].some(([, address = '']) =>
    INSIDE.test(address.replaceAll('-', '.')),
  );
}
