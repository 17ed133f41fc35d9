import { WEB_FILTER_HOSTS_MAX } from './app-rules.ts';
import { encodePunycode } from './punycode.ts';

/** A normalized host name, such as 'www.xn--mnchen-3ya.de'. */
export type Host = string;

/** Maximum length of a text. Longer texts are rejected without parsing. */
const TEXT_MAX = 2048;
const HOST_MAX = 253;
// Maximum length of a label. Checked before encoding, because encoding only makes labels longer.
const LABEL_MAX = 63;

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const DOTS = /[\u3002\uff0e\uff61]/g;
// Letters, marks, digits and hyphens of any script, without a hyphen at either end.
const LABEL = /^(?!-)[\p{L}\p{N}-][\p{L}\p{M}\p{N}-]*(?<!-)$/u;
const ASCII = /^[\x20-\x7e]*$/;
// If the last label is a number, the text is an IP address.
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/**
 * Returns the host in a text, or null (A66). Removes scheme, user info, port, path and a leading «*.». The host is lowercase Punycode
 * without a trailing dot. Rejects IP addresses and names without a dot.
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

/** A parsed web filter list, or its error: the positions of the first invalid lines, or too many hosts. */
export type HostList = { hosts: Array<Host> } | { wrong: Array<number> } | { tooMany: true };

/** Maximum number of invalid lines that are reported. */
const TOLD_MAX = 20;

/** Parses the lines of a list with at most 200 hosts (A66). Skips empty lines and duplicates. */
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
