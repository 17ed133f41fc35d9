import type { Host } from '#app/domain/host';

/**
 * Packs a list relative to a list that the reader knows. A host in `known` becomes its position, a run of them «3-9»; any other host is
 * written out. A host always contains a dot and a position never does.
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
