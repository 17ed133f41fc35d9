/** Maximum length of a written address, including zone and port. */
const MAX_LENGTH = 100;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const UNKNOWN_NETWORK = 'unknown';

/**
 * Factor by which the limit of a /48 exceeds that of a /64. A /48 needs a limit, because one customer of a provider may use its 65,536 /64
 * networks. Mobile operators use one /48 for thousands of phones, so its limit must be far above one household’s needs.
 */
export const WIDE_FACTOR = 10;

/**
 * The networks for which a caller's attempts are counted. Addresses in the same network have equal strings.
 *
 * - IPv4: `narrow` is the address (`203.0.113.7`), `wide` is null.
 * - IPv6: `narrow` is the /64 (`2001:db8:0:1::/64`), `wide` the /48 (`2001:db8:0::/48`).
 * - No address: `narrow` is `unknown`, `wide` is null.
 */
export type CountedNetworks = { narrow: string; wide: string | null };

/**
 * Returns the networks of an address. Never throws. Accepts every spelling: compressed or not, upper case, with zone id, or with brackets
 * and port. Treats an IPv4-mapped address (`::ffff:203.0.113.7`, `::ffff:cb00:7107`) as IPv4.
 */
export function toCountedNetworks(address: string): CountedNetworks {
  const parsed = parseAddress(address);
  if (parsed === null) return { narrow: UNKNOWN_NETWORK, wide: null };
  if (typeof parsed === 'string') return { narrow: parsed, wide: null };
  return { narrow: toPrefix(parsed, 64), wide: toPrefix(parsed, 48) };
}

/** Returns the part of an address that may be logged: the /24 for IPv4 (`203.0.113.0/24`), the /48 for IPv6, and otherwise `unknown`. */
export function toLoggedPrefix(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === null) return UNKNOWN_NETWORK;
  return typeof parsed === 'string' ? parsed.replace(/\d+$/, '0/24') : toPrefix(parsed, 48);
}

/** Returns IPv4 as dotted text, IPv6 as its eight groups, and null for anything else. */
function parseAddress(address: string): string | Array<number> | null {
  if (address.length > MAX_LENGTH) return null;
  const bare = address.trim();
  const host = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(bare)?.[1] ?? bare;
  return IPV4.test(host) ? host : parseIpv6(host);
}

function parseIpv6(host: string): string | Array<number> | null {
  const digits = /^([\da-f:.]+)(?:%.+)?$/i.exec(host)?.[1];
  // The platform's URL parser accepts every spelling and returns the one of RFC 5952, without dots.
  if (digits === undefined || !digits.includes(':') || !URL.canParse(`http://[${digits}]/`)) return null;
  const [head = '', tail] = new URL(`http://[${digits}]/`).hostname.slice(1, -1).split('::');
  const before = toGroups(head);
  const after = toGroups(tail ?? '');
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  const [, , , , , mark = 0, high = 0, low = 0] = groups;
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : groups;
}

function toGroups(text: string): Array<number> {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function toPrefix(groups: ReadonlyArray<number>, bits: 48 | 64): string {
  const kept = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${kept.join(':')}::/${bits}`;
}
