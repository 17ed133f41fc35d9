import { WEB_FILTER_HOSTS_MAX } from './app-rules.ts';
import { encodePunycode } from './punycode.ts';

/** A name of the net in the one form in which names are compared: 'www.xn--mnchen-3ya.de'. */
export type Host = string;

/** Longer ones are no names, and are not looked at. */
const TEXT_MAX = 2048;
const HOST_MAX = 253;
// Encoded it is longer still: a long one costs nothing.
const LABEL_MAX = 63;

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const DOTS = /[\u3002\uff0e\uff61]/g;
// Letters, their marks and digits of any script, and hyphens that are neither first nor last.
const LABEL = /^(?!-)[\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*(?<!-)$/u;
const ASCII = /^[\x20-\x7e]*$/;
// What ends like this is a number: an address of the net, not a name.
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/**
 * The host that a text names, or null where it names none (A66). A pasted address is understood as its host: scheme, account, port, path and
 * «*.» before it are left away. Lower case, other scripts as punycode, without a dot behind. Addresses of numbers and names without a dot are
 * no hosts of a web filter.
 */
export function toHost(text: string): Host | null {
  const given = text.trim();
  if (given.length > TEXT_MAX) return null;
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/|\/\/)?([^/?#\\]*)/i.exec(given) ?? [];
  const authority = scheme === undefined ? rest : rest.slice(rest.lastIndexOf('@') + 1);
  const name = authority
    .replace(/:\d{0,5}$/, '')
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(DOTS, '.')
    .replace(/^\*\./, '')
    .replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || !labels.every((label) => label.length <= LABEL_MAX && LABEL.test(label)) || NUMBER.test(labels.at(-1) ?? ''))
    return null;
  const encoded = labels.map((label) => (ASCII.test(label) ? label : `xn--${encodePunycode(label)}`));
  const host = encoded.join('.');
  return host.length <= HOST_MAX && encoded.every((label) => label.length <= LABEL_MAX) ? host : null;
}

/** A list of a web filter as it is kept, or what is wrong with it: the places of the first lines that name no host, or that it is too long. */
export type HostList = { hosts: Array<Host> } | { wrong: Array<number> } | { tooMany: true };

/** So many wrong lines are told at once. */
const TOLD_MAX = 20;

/** Reads a list's lines: empty ones are passed over, each host counts once, at most 200 of them (A66). */
export function toHostList(lines: ReadonlyArray<string>): HostList {
  const hosts = new Set<Host>();
  const wrong: Array<number> = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const host = toHost(line);
    if (host === null) wrong.push(index);
    else hosts.add(host);
    if (hosts.size > WEB_FILTER_HOSTS_MAX) return { tooMany: true };
    if (wrong.length === TOLD_MAX) break;
  }
  return wrong.length > 0 ? { wrong } : { hosts: [...hosts] };
}
