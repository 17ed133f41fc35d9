import { randomBytes } from 'node:crypto';
import { expect, type Page } from './browser.ts';
import { press } from './parent-page.ts';

export type Provider = 'google' | 'apple';
export const NAMES = { google: 'Google', apple: 'Apple' } as const;

/** Returns a new person for the provider, with a random address. */
export function newPerson(): { email: string; name: string } {
  return { email: `sso-${randomBytes(6).toString('hex')}@example.com`, name: 'Ada Example' };
}

/** Sets a random network address: more than sixty sign-ups per hour from one are refused. */
export async function comeFromElsewhere(page: Page): Promise<void> {
  const forwarded = `2001:db9:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  // Sets the header only for our server. On a provider's page, an extra header would cause a preflight request.
  await page.route(`${process.env.WEB_URL}/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': forwarded } }),
  );
}

/** Fills in the provider's page and presses its button with this intent. */
export async function signInAtProvider(
  page: Page,
  person: { email: string; name: string },
  { isHidden = false, isUnverified = false, intent = 'continue' } = {},
): Promise<void> {
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=name]').fill(person.name);
  if (isHidden) await page.locator('input[name=hidden]').check();
  if (isUnverified) await page.locator('input[name=unverified]').check();
  await page.locator(`button[value=${intent}]`).click();
}

/** Opens the provider's page from the login page. */
export async function goToProvider(page: Page, provider: Provider, view = 'login'): Promise<void> {
  await page.goto(`/?view=${view}`);
  await page.getByRole('link', { name: `Continue with ${NAMES[provider]}` }).click();
  await page.waitForURL(/\/interaction\//);
}

/** Returns the URL that the provider would redirect to, without opening it. Posts the provider's form with this browser's cookies. */
export async function findReturn(page: Page, person = newPerson()): Promise<string> {
  const { request } = page.context();
  let answer = await request.post(page.url(), { form: { ...person, intent: 'continue' }, maxRedirects: 0 });
  for (;;) {
    const to = new URL(answer.headers().location ?? '', answer.url());
    if (to.pathname.endsWith('-sso-redirect')) return to.href;
    if (answer.headers().location === undefined) throw new Error(`${to.href} leads nowhere: ${answer.status()}`);
    answer = await request.get(to.href, { maxRedirects: 0 });
  }
}

/** Signs up a new person by single sign-on. Ends on /connect. */
export async function signUpBySso(page: Page, provider: Provider): Promise<{ email: string; name: string }> {
  await comeFromElsewhere(page);
  const person = newPerson();
  await goToProvider(page, provider, 'signup');
  await signInAtProvider(page, person);
  await page.waitForURL('**/signup');
  await press(page, 'signup-sso');
  await page.waitForURL('**/connect');
  return person;
}

/** Expects a message on the page to contain this text. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toasts')).toContainText(text);
}
