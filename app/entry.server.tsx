import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import type { i18n as I18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { holdPasswords } from './browser/hold-passwords';
import { createPageI18n, type KnownTexts, keepTexts } from './browser/page-texts';
import { ZoneOptionsContext } from './features/children/profile/zone-options';
import { FormatsContext } from './features/shell/time/use-formats';
import { TEXT_SETS } from './i18n';
import { formatsOf, i18n, languageOf, rememberRequestedLanguage, resources } from './server/i18n.server';
import { recordDocument } from './server/page-views.server';
import { isPrefetchRefusal } from './server/prefetch.server';
import { reportOnce } from './server/report.server';
import { writeZoneOptions } from './server/zones.server';

/** Used by the front door, which opens sockets before Remix runs. Exported here so that it shares the session code with the pages. */
export { findRealtimeAddress } from './server/realtime.server';

/** Logs one line per unexpected error, with the request's reference. Called by Remix. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  // A method that the page does not support is the caller's mistake. The front door answers it.
  if (isRouteErrorResponse(error) && error.status === 405) return;
  reportOnce(error, request, context);
}

/**
 * Renders a document. No route defers, so all loader data is read first and written in one piece after the page. This costs a third of what
 * a streamed document costs (docs/decisions/0028-tests-and-measurements.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { errors, matches } = remixContext.staticHandlerContext;
  // A refused prefetch is not a failure, and its response is not shown.
  if (errors !== null && Object.values(errors).some(isPrefetchRefusal))
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  if ((status >= 500 || errors !== null) && !isNotFound(errors) && redirectsToErrorPage(request)) {
    reportOnce(Object.values(errors ?? {})[0], request, context);
    return new Response(null, { status: 303, headers: { Location: `/error?ref=${context.reference}` } });
  }
  const language = await i18n.getLocale(request);
  const { serverHandoffStream, ...withoutStream } = remixContext;
  const html = renderToString(
    <I18nextProvider i18n={getTexts(language)}>
      <FormatsContext.Provider value={formatsOf(request)}>
        <ZoneOptionsContext.Provider value={() => writeZoneOptions(languageOf(request))}>
          <RemixServer context={withoutStream} url={request.url} nonce={context.nonce} />
        </ZoneOptionsContext.Provider>
      </FormatsContext.Provider>
    </I18nextProvider>,
  );
  const hasScripts = remixContext.renderMeta?.didRenderScripts === true;
  const data = hasScripts ? await toHandoff(serverHandoffStream, context.nonce) : '';
  const document = hasScripts ? withHold(html, context.nonce) : html;
  rememberRequestedLanguage(request, context);
  recordDocument(request, context, matches, status);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', language);
  return new Response(`<!DOCTYPE html>${insertBeforeBodyEnd(document, data)}`, { status, headers });
}

/** True if a failed request redirects to /error. /error itself never redirects (A98), and a form shows its own error. */
function redirectsToErrorPage(request: Request): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && new URL(request.url).pathname !== '/error';
}

/** True if every error is a 404. The not-found page is shown at the requested address. */
function isNotFound(errors: EntryContext['staticHandlerContext']['errors']): boolean {
  return errors !== null && Object.values(errors).every((error) => isRouteErrorResponse(error) && error.status === 404);
}

const instances = new Map<string, I18n>();

/** Returns the i18n instance of a language, one per isolate. Nothing on the server changes an instance's language. */
function getTexts(language: string): I18n {
  const made = instances.get(language);
  if (made !== undefined) return made;
  const known: KnownTexts = new Map();
  for (const set of TEXT_SETS) keepTexts(language, set, resources[language]?.[set] ?? {}, known);
  const instance = createPageI18n(language, known);
  instances.set(language, instance);
  return instance;
}

/** Returns the data script that Remix's stream component would write in chunks (@remix-run/react 2.17.5, single-fetch.js). */
async function toHandoff(stream: ReadableStream<Uint8Array> | undefined, nonce: string): Promise<string> {
  if (stream === undefined) return '';
  const text = await new Response(stream).text();
  const quoted = JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${quoted});window.__remixContext.streamController.close();</script>`;
}

/** Maximum time in ms that a submit waits for the script that derives its password (A150). */
const HOLD_MS = 4_000;
const HOLD = `(${holdPasswords})(window,${HOLD_MS})`;

/**
 * Adds the inline script that holds password forms until their own script is ready. The script is added to the HTML, because a component
 * would also put it in the browser's bundle. React ignores extra nodes at the end of the head.
 */
function withHold(html: string, nonce: string): string {
  return html.includes(' data-derives=') ? html.replace('</head>', () => `<script nonce="${nonce}">${HOLD}</script></head>`) : html;
}

function insertBeforeBodyEnd(html: string, data: string): string {
  const end = html.lastIndexOf('</body>');
  return end === -1 ? html + data : html.slice(0, end) + data + html.slice(end);
}
