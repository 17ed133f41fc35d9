import type { AppLoadContext } from '@remix-run/cloudflare';
import type { SsoProvider } from '#app/context';
import { i18n, languageOf } from '#app/server/i18n.server';
import type { SsoType } from '#app/wire/account';
import { HEADERS } from './sso-answers.server';

const DEEP_LINK = 'opconnect://sso';
const SCHEME = /^(?!(?:https?|javascript|data|vbscript|file|blob):)[a-z][a-z0-9+.-]*:\/\/[^\s"<>?#]*$/i;

/**
 * Returns a page that opens the app with the code. The app exchanges the code, and this browser is not logged in (SSO-029 to SSO-033).
 * `SSO_DEEP_LINK` overrides the app's link (A86).
 */
export async function deepLinkPage(request: Request, context: AppLoadContext, provider: SsoProvider, code: string): Promise<Response> {
  const { SSO_DEEP_LINK = '' } = context.env;
  const query = new URLSearchParams({ client_id: provider.clientId, redirect_uri: provider.redirectUri, type: provider.type, code });
  const link = escapeHtml(`${SCHEME.test(SSO_DEEP_LINK) ? SSO_DEEP_LINK : DEEP_LINK}?${query}`);
  const t = await i18n.getFixedT(request);
  const head = `<meta http-equiv="refresh" content="0;url=${link}">`;
  return page(
    request,
    context,
    t('sso.app_title'),
    head,
    `<p>${escapeHtml(t('sso.app_text'))}</p><p><a href="${link}">${escapeHtml(t('sso.app_open'))}</a></p>`,
  );
}

/** Returns a page that posts the code to its opener, if the opener has our origin, and closes itself (SSO-034, SSO-035). */
export async function popupPage(
  request: Request,
  context: AppLoadContext,
  message: { type: SsoType; code: string; state: string },
): Promise<Response> {
  const t = await i18n.getFixedT(request);
  const script = `<script nonce="${context.nonce}">${POPUP_SCRIPT}</script>`;
  return page(
    request,
    context,
    t('sso.popup_title'),
    '',
    `<p data-sso="${escapeHtml(JSON.stringify(message))}">${escapeHtml(t('sso.popup_text'))}</p>${script}`,
  );
}

// Reading the origin of a window from another site throws.
const POPUP_SCRIPT = `
(() => {
  const isOurs = () => { try { return window.opener.location.origin === location.origin; } catch { return false; } };
  if (window.opener && isOurs()) window.opener.postMessage(JSON.parse(document.querySelector('[data-sso]').dataset.sso), location.origin);
  window.close();
})()`;

// The same colors as in app/styles.css.
const STYLE = `
:root { color-scheme: light dark }
body { margin: 4rem auto; padding: 0 1rem; max-width: 30rem; font: 1.0625rem/1.5 system-ui, sans-serif; color: light-dark(#1b2036, #eef0f8); background: light-dark(#faf7f2, #12141f) }
main { padding: 1.5rem; border: 1px solid light-dark(#e6dfd3, #2c3047); border-radius: 16px; background: light-dark(#fff, #1b1e2e) }
h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.2 }
p { margin: .5rem 0 }
a { display: inline-block; padding: .625rem 0; color: light-dark(#3d3bb3, #a5a3ff) }`;

/** Renders a page without our script files and style sheets, because the code in its URL can start a session. */
function page(request: Request, { nonce }: AppLoadContext, title: string, head: string, body: string): Response {
  const html = `<!doctype html><html lang="${languageOf(request)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${head}<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
  return new Response(html, { headers: { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' } });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
