import { createHmac } from 'node:crypto';
import { html } from 'hono/html';
import { toChildApps } from '#app/domain/child-apps';
import { chooseLanguage, type Language } from '#app/domain/language';
import { isDemonstration } from '../bindings';
import type { ApiEnv } from '../env';
import { PAIRING_TEXTS } from './texts';

type Described = { childName: string; isPaired: boolean; isOver: boolean };
type Link = { pairId: string; token: string };

/** Headers of the self-contained page: it may load nothing, submit only to us and never be framed. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/** Returns a token that binds the install form to this link for the current day (S61). */
export function pageToken(env: ApiEnv, link: Link, now: number): string {
  const day = Math.floor(now / 86_400_000);
  return createHmac('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64'))
    .update(`page:${day}:${link.pairId}:${link.token}`)
    .digest('base64url');
}

/** Returns the page that a pairing link opens on the child's device. The child's name is from the pairing, never from the link (S61). */
export function pairingPage(env: ApiEnv, acceptLanguage: string | null, described: Described | null, link: Link, now: number): Response {
  const language: Language = chooseLanguage(acceptLanguage);
  const texts = PAIRING_TEXTS[language];
  const isOpen = described !== null && !described.isPaired && !described.isOver;
  const message = described === null ? texts.badLink : described.isPaired ? texts.paired : isOpen ? texts.lead : texts.expired;
  const title =
    described === null || described.childName === '' ? 'Porchlight' : texts.title.replace('{{name}}', () => described.childName);
  const apps = toChildApps(env, (message) => console.warn(JSON.stringify({ level: 'warn', message })));
  const links = (['iOS', 'android', 'other'] as const).flatMap((os) => {
    const address = apps[os];
    return address === null ? [] : [html`<li><a href="${address}">${texts.os[os]}</a></li>`];
  });
  const words = isDemonstration(env) ? texts.appDemo : texts.appAsk;
  const form = html`<p>${texts.managed}</p>
    ${links.length === 0 ? html`<p>${words}</p>` : html`<p>${texts.app}</p><ul>${links}</ul>`}
    <p>${texts.step}</p>
    <form method="post" action="/pairing">
      <input type="hidden" name="pair_id" value="${link.pairId}" /><input type="hidden" name="token" value="${link.token}" />
      <input type="hidden" name="page_token" value="${pageToken(env, link, now)}" />
      <button>${texts.download}</button>
    </form>
    <p>${texts.codeHint}</p>`;
  const body = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; }
          body { margin: 0; background: Canvas; color: CanvasText; font: 17px/1.5 system-ui, sans-serif; }
          main { max-width: 34rem; margin: 10vh auto; padding: 0 20px; }
          h1 { font-size: 26px; line-height: 1.2; }
          li a { display: inline-block; padding: 10px 0; }
          button { min-height: 48px; padding: 0 20px; border: 0; border-radius: 12px; background: #3d3bb3; color: #fff; font: inherit; }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${message}</p>
          ${isOpen ? form : ''}
        </main>
      </body>
    </html>`;
  return new Response(body.toString(), { status: described === null ? 400 : 200, headers: PAGE_HEADERS });
}

/** Returns the file that the child app opens. It contains the address for enrollment and the link's values. */
export function enrolmentFile(env: ApiEnv, link: Link): Response {
  return new Response(JSON.stringify({ api: env.API_URL, pair_id: link.pairId, token: link.token }), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="porchlight-enrolment.json"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
