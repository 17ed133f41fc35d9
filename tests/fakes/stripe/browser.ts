import type { BrowserContext, Route } from '@playwright/test';
import { installFakeStripe } from './browser-script.ts';

const SCRIPT = `(${installFakeStripe})();`;

const CARD = `<label>Card number <input name="number" autocomplete="cc-number"></label><script>
addEventListener('message', (event) => event.source.postMessage(document.querySelector('input').value.replaceAll(' ', ''), event.origin));
</script>`;
const CHALLENGE = `<button value="pass">Complete</button> <button value="fail">Fail</button><script>
for (const button of document.querySelectorAll('button')) button.onclick = () => parent.postMessage(button.value, '*');
</script>`;

/**
 * Serves Stripe’s script, its frames and its API for the browser, with the account of `key` of the fake Stripe behind them. Returns the
 * addresses at js.stripe.com and api.stripe.com that pages have requested.
 */
export async function serveStripeInBrowser(
  context: BrowserContext,
  { origin, key }: { origin: string; key: string },
): Promise<Array<string>> {
  const requested: Array<string> = [];
  await context.route('https://js.stripe.com/**', (route) => {
    requested.push(route.request().url());
    return answerFile(route);
  });
  await context.route('https://api.stripe.com/**', async (route) => {
    requested.push(route.request().url());
    const order = new URL(route.request().url()).pathname.split('/').at(-1);
    const answer = await fetch(`${origin}/_fake/${key}/${order}`, { method: 'POST', body: route.request().postData() ?? '{}' });
    await route.fulfill({ status: answer.status, headers: { 'Access-Control-Allow-Origin': '*' }, body: await answer.text() });
  });
  return requested;
}

async function answerFile(route: Route): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  if (pathname === '/endive/stripe.js') return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  if (pathname !== '/fake-frame.html') return route.fulfill({ status: 404 });
  const body = `<!doctype html><html lang="en"><title>Stripe</title>${search === '?card' ? CARD : CHALLENGE}`;
  return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
}
