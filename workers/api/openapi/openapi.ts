import { Hono } from 'hono';
import { buildDocument } from './document';
import { type DocumentPage, renderPage } from './page';

/** How long a browser or cache may keep either, in seconds: they change with a deployment. */
const CACHING = { 'cache-control': 'public, max-age=300' };

type Made = { api: string; text: string; page: DocumentPage };
let made: Made | null = null;

/**
 * The interface, described: /openapi.json for programs, /docs for people. Both are made when somebody first asks, once per isolate.
 * `version` is the product's.
 */
export function describeInterface<Env extends { API_URL: string }>(version: string): Hono<{ Bindings: Env }> {
  return new Hono<{ Bindings: Env }>()
    .get('/openapi.json', async (c) => {
      const { text } = await documentsOf(c.env.API_URL, version);
      return c.body(text, 200, { ...CACHING, 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
    })
    .get('/docs', async (c) => {
      const { page } = await documentsOf(c.env.API_URL, version);
      return c.body(page.text, 200, { ...CACHING, ...page.headers });
    });
}

/** Two first callers make it twice: a promise of one request may not be waited for by another. */
async function documentsOf(api: string, version: string): Promise<Made> {
  if (made?.api === api) return made;
  const document = buildDocument(api.replace(/\/$/, ''), version);
  made = { api, text: JSON.stringify(document), page: await renderPage(document) };
  return made;
}
