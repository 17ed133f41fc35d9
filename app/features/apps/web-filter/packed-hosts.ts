import type { Host } from '#app/domain/host';

/**
 * Packs a list of hosts relative to `known`, which `unpackHosts` must also receive. A host in `known` becomes its position, and consecutive
 * positions become a range such as «3-9». Other hosts are written out; they always contain a dot, which positions never do.
 */
export function packHosts(hosts: ReadonlyArray<Host>, known: ReadonlyArray<Host>): string {
  const indexes = new Map(known.map((host, index) => [host, index]));
  const parts: Array<Host | { from: number; to: number }> = [];
  for (const host of hosts) {
    const index = indexes.get(host);
    const last = parts.at(-1);
    if (index === undefined) parts.push(host);
    else if (typeof last === 'object' && last.to === index - 1) last.to = index;
    else parts.push({ from: index, to: index });
  }
  return parts.map((part) => (typeof part === 'string' ? part : part.from === part.to ? part.from : `${part.from}-${part.to}`)).join(' ');
}

/** Unpacks the result of `packHosts` with the same `known`. Invalid parts are ignored. */
export function unpackHosts(text: string, known: ReadonlyArray<Host>): Array<Host> {
  return text.split(' ').flatMap((part) => {
    if (part.includes('.')) return [part];
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return from === undefined ? [] : known.slice(Number(from), Number(to ?? from) + 1);
  });
}
