import { Hono } from 'hono';
import { buildDocument } from './document';
import { type DocumentPage, renderPage } from './page';

/** Browsers and caches may keep both documents for 300 seconds. They change only with a deployment. */
const CACHING = { 'cache-control': 'public, max-age=300' };

type Made = { api: string; text: string; page: DocumentPage };
let made: Made | null = null;

/**
 * Serves the API description: /openapi.json for programs, /docs for people. Builds both on the first request of an isolate. `version` is
 * the product version.
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

/**
 * Returns both documents. Two parallel first requests build them twice, because a Worker request must not await another request's promise.
 */
async function documentsOf(api: string, version: string): Promise<Made> {
  if (made?.api === api) return made;
  const document = buildDocument(api.replace(/\/$/, ''), version);
  made = { api, text: JSON.stringify(document), page: await renderPage(document) };
  return made;
}
