import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { OpenApiDocument } from './document-types';
import { listHeadings, renderInline, renderMarkdown, toAnchor } from './markdown';
import { listCalls, renderCall } from './page-call';
import { renderSchema } from './page-schema';
import { PAGE_SCRIPT } from './page-script';
import { PAGE_STYLE } from './page-style';

/** A page and its required headers. */
export type DocumentPage = { text: string; headers: Record<string, string> };

/**
 * Renders the document for people as a single page. The CSP allows the inline script and style by hash and not by nonce, so the page can be
 * cached.
 */
export async function renderPage(document: OpenApiDocument): Promise<DocumentPage> {
  const { info, tags, components } = document;
  const calls = listCalls(document.paths);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${PAGE_STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <h1>${info.title}</h1>
          <p>${info.summary} Version ${info.version}. <a href="/openapi.json">openapi.json</a></p>
        </header>
        <nav aria-label="Contents">
          <details id="contents" open>
            <summary>Contents</summary>
            <input id="filter" type="search" placeholder="Search calls" aria-label="Search calls" hidden />
            <ul>${listHeadings(info.description).map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul>
            ${tags.map(
              ({ name }) => html`<p><a href="#${toAnchor(name)}">${name}</a></p>
              <ul>${calls
                .filter(({ operation }) => operation.tags[0] === name)
                .map(
                  ({ method, path, operation }) =>
                    html`<li><a href="#call-${operation.operationId}"><b class="verb">${method}</b> ${path}</a></li>`,
                )}</ul>`,
            )}
            <p><a href="#shapes">Schemas</a></p>
          </details>
        </nav>
        <main id="main">
          ${renderMarkdown(info.description)}
          ${tags.map(
            ({ name, description }) => html`<section>
              <h2 id="${toAnchor(name)}">${name}</h2>
              <p>${description}</p>
              ${calls.filter(({ operation }) => operation.tags[0] === name).map((call) => renderCall(call, document))}
            </section>`,
          )}
          <section>
            <h2 id="shapes">Schemas</h2>
            <p>The schemas of bodies, responses and frames. New fields may be added at any time.</p>
            ${Object.entries(components.schemas).map(
              ([name, schema]) => html`<details class="shape" id="shape-${name}">
                <summary><code>${name}</code> ${typeof schema.description === 'string' ? renderInline(schema.description) : ''}</summary>
                ${renderSchema(schema)}
              </details>`,
            )}
          </section>
        </main>
        ${raw(`<script>${PAGE_SCRIPT}</script>`)}
      </body>
    </html>`;
  return { text: page.toString(), headers: headersOfPage() };
}

function headersOfPage(): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src '${sha256(PAGE_STYLE)}'`,
    `script-src '${sha256(PAGE_SCRIPT)}'`,
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
