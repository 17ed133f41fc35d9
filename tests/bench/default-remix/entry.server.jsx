import { RemixServer } from '@remix-run/react';
import { createInstance } from 'i18next';
import { renderToReadableStream } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import handleOwnRequest from '#app/entry.server.tsx';
import { i18nOptions } from '#app/i18n';
import { resources } from '#app/server/i18n.server';

/** @type {Promise<unknown> | undefined} */
let texts;

/**
 * Renders a page with Remix's default entry for Cloudflare, which streams. If the Worker's BENCH_ENTRY is `own`, uses the product's entry.
 * The texts come from react-i18next's global instance, the cheapest way for the same components.
 * @type {typeof handleOwnRequest}
 */
export default async function handleRequest(request, status, headers, remixContext, context) {
  texts ??= createInstance()
    .use(initReactI18next)
    .init({ ...i18nOptions, lng: 'en', resources });
  await texts;
  if ('BENCH_ENTRY' in context.env && context.env.BENCH_ENTRY === 'own')
    return handleOwnRequest(request, status, headers, remixContext, context);
  const body = await renderToReadableStream(<RemixServer context={remixContext} url={request.url} />, {
    onError(error) {
      console.error(error);
      status = 500;
    },
  });
  headers.set('Content-Type', 'text/html');
  return new Response(body, { headers, status });
}
