/** A node of a page: an element or text. */
export type HtmlNode = HtmlElement | string;
export type HtmlElement = { tag: string; attributes: Record<string, string>; children: Array<HtmlNode> };

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const PIECE =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

/** Parses server-rendered HTML, which must be well nested, as React writes it. Omits scripts and styles. */
export function parseHtml(text: string): HtmlElement {
  const root: HtmlElement = { tag: '#document', attributes: {}, children: [] };
  const open = [root];
  for (const [piece, raw, closed, opened, rest = ''] of text.matchAll(PIECE)) {
    const parent = open.at(-1) ?? root;
    if (raw !== undefined || piece.startsWith('<!')) continue;
    if (closed !== undefined) {
      const at = open.findLastIndex(({ tag }) => tag === closed.toLowerCase());
      if (at > 0) open.length = at;
    } else if (opened !== undefined) {
      const element: HtmlElement = { tag: opened.toLowerCase(), attributes: readAttributes(rest), children: [] };
      parent.children.push(element);
      if (!VOID.has(element.tag) && !rest.endsWith('/')) open.push(element);
    } else parent.children.push(decode(piece));
  }
  return root;
}

/** Returns all elements below `from` that match `isWanted`, in document order. */
export function findAll(from: HtmlElement, isWanted: (element: HtmlElement) => boolean): Array<HtmlElement> {
  return from.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(isWanted(child) ? [child] : []), ...findAll(child, isWanted)],
  );
}

/** Returns the visible text, with single spaces and trimmed. */
export function textOf(node: HtmlNode): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

function rawText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  const isInline = ['a', 'b', 'em', 'i', 'span', 'strong'].includes(node.tag);
  const inner = node.children.map(rawText).join('');
  return isInline ? inner : ` ${inner} `;
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decode(double ?? single ?? bare ?? ''),
    ]),
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal !== undefined ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? whole);
  });
}
