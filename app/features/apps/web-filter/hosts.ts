import { WEB_FILTER_HOSTS_MAX } from '#app/domain/app-rules';
import { type Host, toHost } from '#app/domain/host';
import { splitHosts } from './host-text';

/** Maximum number of lines named in an error. */
const NAMED_MAX = 5;

/** The hosts of a text without duplicates, and the lines that are not hosts, as typed. `isTooBig`: the text was not parsed. */
export type HostList = { hosts: Array<Host>; wrong: Array<string>; isTooBig: boolean };

export function parseHosts(text: string): HostList {
  const lines = splitHosts(text);
  if (lines === null) return { hosts: [], wrong: [], isTooBig: true };
  const hosts = new Set<Host>();
  const wrong: Array<string> = [];
  for (const line of lines) {
    const typed = line.trim();
    if (typed === '') continue;
    const host = toHost(typed);
    if (host === null) wrong.push(typed);
    else hosts.add(host);
  }
  return { hosts: [...hosts], wrong, isTooBig: false };
}

/** Why a list is rejected: the key of a text and its parameters. */
export type HostFault = { key: 'too_big' | 'too_long' | 'no_host' | 'in_both'; params: Record<string, string | number> };

/** Returns why each list is rejected, or null if it is fine. Hosts that are in both lists are reported for `deny`. */
export function checkHosts(allow: HostList, deny: HostList): { allow: HostFault | null; deny: HostFault | null } {
  const allowed = new Set(allow.hosts);
  const both = deny.hosts.filter((host) => allowed.has(host));
  const inBoth: HostFault | null = both.length === 0 ? null : { key: 'in_both', params: named(both.map(toReadableHost)) };
  return { allow: checkList(allow), deny: checkList(deny) ?? inBoth };
}

function checkList({ hosts, wrong, isTooBig }: HostList): HostFault | null {
  if (isTooBig) return { key: 'too_big', params: { max: WEB_FILTER_HOSTS_MAX } };
  const count = hosts.length + wrong.length;
  if (count > WEB_FILTER_HOSTS_MAX) return { key: 'too_long', params: { count, max: WEB_FILTER_HOSTS_MAX } };
  return wrong.length === 0 ? null : { key: 'no_host', params: named(wrong) };
}

function named(lines: Array<string>): { count: number; lines: string } {
  const shown = lines.slice(0, NAMED_MAX).map((line) => (line.length > 60 ? `${line.slice(0, 60)}…` : line));
  return { count: lines.length, lines: shown.join(', ') + (lines.length > NAMED_MAX ? ', …' : '') };
}

/** Returns a host in readable form: «xn--mller-kva.de» becomes «müller.de». A label that cannot be decoded stays unchanged. */
export function toReadableHost(host: Host): string {
  const readable = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
  // The readable form is shown only if it encodes to the same host.
  return toHost(readable) === host ? readable : host;
}

/** Decodes punycode (RFC 3492). Returns null if the text is invalid. */
function decodeLabel(text: string): string | null {
  const cut = text.lastIndexOf('-');
  const output = cut > 0 ? [...text.slice(0, cut)].map((sign) => sign.codePointAt(0) ?? 0) : [];
  let point = 128;
  let bias = 72;
  let index = 0;
  let at = cut > 0 ? cut + 1 : 0;
  while (at < text.length) {
    const before = index;
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = Number.parseInt(text[at] ?? '', 36);
      if (Number.isNaN(digit)) return null;
      at += 1;
      // Punycode digits: letters come first, so a is 0 and 0 is 26.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (value < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    point += Math.floor(index / length);
    if (point > 0x10_ff_ff) return null;
    index %= length;
    output.splice(index, 0, point);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  for (; rest > 455; steps += 36) rest = Math.floor(rest / 35);
  return steps + Math.floor((36 * rest) / (rest + 38));
}
