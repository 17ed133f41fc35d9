import { isPrivateAddress } from '#app/domain/private-address.ts';

/**
 * Returns a function from a tile to its address at MAP_UPSTREAM. Returns null if MAP_UPSTREAM is not usable. It must be a URL with `{z}`,
 * `{x}` and `{y}` in its path or query, without user and password. It must be https, or http to a private address, where the operator's own
 * tile server may be.
 */
export function readMapUpstream(template: string): ((tile: { z: number; x: number; y: number }) => URL) | null {
  const toAddress = (z: string, x: string, y: string) => template.replace('{z}', z).replace('{x}', x).replace('{y}', y);
  if (!['{z}', '{x}', '{y}'].every((part) => template.split(part).length === 2) || !URL.canParse(toAddress('1', '2', '3'))) return null;
  const [one, other] = [new URL(toAddress('1', '2', '3')), new URL(toAddress('4', '5', '6'))];
  if (one.username !== '' || one.password !== '' || one.origin !== other.origin) return null;
  if (one.protocol !== 'https:' && !(one.protocol === 'http:' && isPrivateAddress(one.hostname))) return null;
  return ({ z, x, y }) => new URL(toAddress(String(z), String(x), String(y)));
}

/** Returns the fault of MAP_UPSTREAM as a sentence for a failed start, or null. */
export function findMapUpstreamFault(template: string): string | null {
  if (readMapUpstream(template) !== null) return null;
  return `MAP_UPSTREAM must be an https address (or http to a private one) that contains {z}, {x} and {y} once each, such as https://tiles.example/{z}/{x}/{y}.mvt; got “${template}”.`;
}
