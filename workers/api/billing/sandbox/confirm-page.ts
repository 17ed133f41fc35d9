import { html } from 'hono/html';
import { chooseLanguage } from '#app/domain/language';
import type { ApiEnv } from '#workers/api/env';
import { findFamily } from '#workers/api/family-of';
import type { Result } from '../provider';
import { providerNameOf } from '../provider-name';
import { syncBilling } from '../sync-billing';
import { CONFIRM_TEXTS } from './confirm-texts';
import { CONFIRM_PATH } from './sandbox';
import type { SandboxCall } from './sandbox-calls';
import { accountOf } from './sandbox-state';

/** Returns the headers of the page. It loads nothing and may only submit to us. The response may redirect to the web application. */
function headersOf(env: ApiEnv): Record<string, string> {
  const targets = `'self' ${new URL(env.PUBLIC_URL).origin}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  };
}

/** Returns the page on which a parent confirms or refuses a payment of the sandbox. It works without JavaScript. */
export async function confirmPage(env: ApiEnv, acceptLanguage: string | null, id: string): Promise<Response> {
  const language = chooseLanguage(acceptLanguage);
  const texts = CONFIRM_TEXTS[language];
  const found = await run(env, { call: 'findConfirmation', id });
  const isOpen = found?.ok === true && found.value !== null;
  const form = html`<p>${texts.lead}</p>
    <form method="post" action="${CONFIRM_PATH}">
      <input type="hidden" name="id" value="${id}" />
      <button name="outcome" value="approve">${texts.approve}</button>
      <button name="outcome" value="refuse">${texts.refuse}</button>
    </form>`;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${texts.title}</title>
        <style>
          :root { color-scheme: light dark; }
          body { margin: 0; background: Canvas; color: CanvasText; font: 17px/1.5 system-ui, sans-serif; }
          main { max-width: 34rem; margin: 10vh auto; padding: 0 20px; }
          h1 { font-size: 26px; line-height: 1.2; }
          button { min-height: 48px; padding: 0 20px; border: 0; border-radius: 12px; background: #3d3bb3; color: #fff; font: inherit; }
        </style>
      </head>
      <body>
        <main>
          <h1>${texts.title}</h1>
          ${isOpen ? form : html`<p>${texts.gone}</p>`}
        </main>
      </body>
    </html>`;
  return new Response(page.toString(), { status: isOpen ? 200 : 404, headers: headersOf(env) });
}

/** Applies the parent’s answer and redirects to the return address of the purchase. Shows the page again if the id is unknown. */
export async function takeConfirmation(env: ApiEnv, acceptLanguage: string | null, form: Record<string, unknown>): Promise<Response> {
  const id = String(form.id ?? '');
  const done = await run(env, { call: 'confirm', id, isApproved: form.outcome === 'approve' });
  if (done?.ok !== true) return confirmPage(env, acceptLanguage, id);
  await syncBilling(env, accountOf(id) ?? '');
  const target = new URL(Object(done.value).returnUrl, env.PUBLIC_URL);
  return new Response(null, { status: 303, headers: { location: target.toString(), 'cache-control': 'no-store' } });
}

/** Runs a call on the sandbox of the family that the id names. Returns null if there is none or the sandbox takes no payments here. */
async function run(env: ApiEnv, call: SandboxCall & { id: string }): Promise<Result<unknown> | null> {
  const family = findFamily(env, accountOf(call.id) ?? '');
  if (family === null || providerNameOf(env) !== 'sandbox' || (await family.findCustomer()) === null) return null;
  const result: Result<unknown> = JSON.parse(await family.runSandbox(JSON.stringify(call)));
  return result;
}
