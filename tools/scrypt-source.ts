import { isIPv6 } from 'node:net';

/** Who takes turns: an IPv4 address or any other name by itself, an IPv6 address by its first 64 bits, which one household has. */
export function toSource(name: string): string {
  const [address = ''] = name.split('%');
  if (!isIPv6(address)) return name;
  // The URL parser writes an address in its one shortest form; the groups it left out are zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':');
}
