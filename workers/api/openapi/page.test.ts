import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#app/wire/endpoints';
import { type CheckedDocument, listOperations, readDocument } from '#tests/clients/open-api';
import { API } from '#tests/clients/parent';
import { send } from '#tests/clients/worker';
import { renderInline, renderMarkdown } from './markdown';
import { NODE_EXAMPLE } from './node-example';
import { SIGNATURE_EXAMPLES } from './signature-example';

let page = '';
let headers = new Headers();
let document: CheckedDocument;

beforeAll(async () => {
  const response = await send(new Request(`${API}/docs`));
  expect(response.status).toBe(200);
  headers = response.headers;
  page = await response.text();
  document = readDocument(await (await send(new Request(`${API}/openapi.json`))).text());
});

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function all(pattern: RegExp): Array<string> {
  return [...page.matchAll(pattern)].map(([, found = '']) => found);
}

describe('renderPage', () => {
  test('gives every call and schema its own section, linked from the contents', () => {
    const calls = listOperations(document).map(({ operation }) => `call-${operation.operationId}`);
    expect(calls.length).toBeGreaterThanOrEqual(new Set(ENDPOINTS.map(({ endpoint: { method, path } }) => method + path)).size);
    expect(all(/<article id="([^"]+)"/g).sort()).toEqual([...calls].sort());
    expect(all(/<details class="shape" id="shape-([^"]+)"/g).sort()).toEqual(Object.keys(document.components.schemas).sort());
    for (const id of calls) expect(page).toContain(`<li><a href="#${id}">`);
  });

  test('has no broken links or duplicate ids', () => {
    const ids = all(/ id="([^"]+)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const link of all(/href="#([^"]+)"/g)) expect(ids, link).toContain(link);
  });

  test('shows parameters, fields, refusals and examples without a script', () => {
    for (const { operation } of listOperations(document)) {
      const own = page.slice(page.indexOf(`<article id="call-${operation.operationId}"`)).split('</article>', 1)[0] ?? '';
      for (const { name } of operation.parameters ?? []) expect(own, operation.operationId).toContain(`<code>${name}</code>`);
      for (const status of Object.keys(operation.responses)) expect(own, operation.operationId).toContain(`<b>${status}</b>`);
      for (const { example } of Object.values(operation.requestBody?.content ?? {})) {
        const [field = ''] = Object.keys(Object([example].flat()[0] ?? {}));
        expect(own, operation.operationId).toContain(field);
      }
    }
  });

  test('contains the worked examples and the program unchanged', () => {
    for (const { lines, signature } of SIGNATURE_EXAMPLES) {
      expect(page).toContain(`<pre tabindex="0"><code>${escapeHtml(lines.join('\n'))}</code></pre>`);
      expect(page).toContain(`X-Signature: ${signature}</code>`);
    }
    expect(page).toContain(`<pre tabindex="0"><code>${escapeHtml(NODE_EXAMPLE.trimEnd())}</code></pre>`);
  });

  test('loads no files, allows only its own script and style by hash, and can be cached', () => {
    const policy = headers.get('content-security-policy') ?? '';
    const [style = '', script = ''] = [all(/<style>([\s\S]*?)<\/style>/g), all(/<script>([\s\S]*?)<\/script>/g)].map(([only]) => only);
    for (const [kind, text] of Object.entries({ style, script })) {
      expect(text.length).toBeGreaterThan(100);
      expect(policy).toContain(`${kind}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(all(/<(link|script|img|iframe|object|form|source)\b/g)).toEqual(['link', 'script']);
    expect(all(/\s(?:src|srcset|action|style|on\w+)="([^"]*)"/g)).toEqual([]);
    expect(page).toContain('<link rel="icon" href="data:,"');
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['public, max-age=300', 'no-referrer']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('escapes HTML in texts of the document', async () => {
    const hostile = '<img src=x onerror=alert(1)> `<b>` **<i>**';
    const inline = (await renderInline(hostile)).toString();
    expect(inline).toBe('&lt;img src=x onerror=alert(1)&gt; <code>&lt;b&gt;</code> <strong>&lt;i&gt;</strong>');
    const block = (await renderMarkdown(`## ${hostile}\n\n- ${hostile}\n\n\`\`\`\n</code></pre><script>\n\`\`\``)).toString();
    expect(block).not.toMatch(/<(img|script|i>)/);
    expect(block).toContain('&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;');
  });
});
