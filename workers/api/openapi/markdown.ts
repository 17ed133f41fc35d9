import { html, raw } from 'hono/html';

/** Escaped HTML. */
export type Html = ReturnType<typeof html>;

/**
 * Renders the part of Markdown that the document uses: headings, fenced code, bulleted and numbered lists, paragraphs, `code` and **bold**.
 */
export function renderMarkdown(text: string): Html {
  const lines = text.split('\n');
  const blocks: Array<Html> = [];
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    if (line === '') continue;
    const [, hashes, title = ''] = /^(#{2,3}) (.+)$/.exec(line) ?? [];
    if (line.startsWith('```')) {
      blocks.push(renderCode(takeWhile(lines, (next) => next !== '```').join('\n')));
      lines.shift();
    } else if (hashes === '##') blocks.push(html`<h2 id="${toAnchor(title)}">${title}</h2>`);
    else if (hashes === '###') blocks.push(html`<h3 id="${toAnchor(title)}">${title}</h3>`);
    else if (isBullet(line)) blocks.push(html`<ul>${[line, ...takeWhile(lines, isBullet)].map(renderItem)}</ul>`);
    else if (isNumbered(line)) blocks.push(html`<ol>${[line, ...takeWhile(lines, isNumbered)].map(renderItem)}</ol>`);
    else blocks.push(html`<p>${renderInline(line)}</p>`);
  }
  return html`${blocks}`;
}

/** Renders `code` and **bold** within a line. */
export function renderInline(text: string): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece.startsWith('**') ? html`<strong>${piece.slice(2, -2)}</strong>` : piece;
  })}`;
}

/** Renders a code block that can be focused, so that it can be scrolled by keyboard. */
export function renderCode(text: string): Html {
  // `raw` keeps the formatter from adding white space to the copied text.
  return html`${raw('<pre tabindex="0"><code>')}${text}${raw('</code></pre>')}`;
}

/** Returns the level-two headings in order, for a table of contents. */
export function listHeadings(text: string): Array<{ title: string; anchor: string }> {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => ({ title, anchor: toAnchor(title) }));
}

export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function renderItem(line: string): Html {
  return html`<li>${renderInline(line.replace(/^(- |\d+\. )/, ''))}</li>`;
}

function isBullet(line: string): boolean {
  return line.startsWith('- ');
}

function isNumbered(line: string): boolean {
  return /^\d+\. /.test(line);
}

function takeWhile(lines: Array<string>, test: (line: string) => boolean): Array<string> {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}
