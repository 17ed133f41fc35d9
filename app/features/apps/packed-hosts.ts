import type { Host } from '~/domain/host';

/**
 * A list told by another one that the reader knows: a host that stands there by its place, some in a row as «3-9», any other by its name. No
 * name of a host is without a dot, and no place has one.
 */
export function packHosts(hosts: ReadonlyArray<Host>, known: ReadonlyArray<Host>): string {
  const places = new Map(known.map((host, place) => [host, place]));
  const parts: Array<Host | { from: number; to: number }> = [];
  for (const host of hosts) {
    const place = places.get(host);
    const last = parts.at(-1);
    if (place === undefined) parts.push(host);
    else if (typeof last === 'object' && last.to === place - 1) last.to = place;
    else parts.push({ from: place, to: place });
  }
  return parts.map((part) => (typeof part === 'string' ? part : part.from === part.to ? part.from : `${part.from}-${part.to}`)).join(' ');
}

/** Reads what `packHosts` wrote, beside the same `known`; what stands for nothing there is left out. */
export function unpackHosts(text: string, known: ReadonlyArray<Host>): Array<Host> {
  return text.split(' ').flatMap((part) => {
    if (part.includes('.')) return [part];
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return from === undefined ? [] : known.slice(Number(from), Number(to ?? from) + 1);
  });
}
