import { expect, type Page, test } from './browser.ts';
import { comeFromElsewhere, newPerson, signInAtProvider, signUpBySso } from './sso-page.ts';

/** Opens the sign-on popup from a page, and records the messages that the page receives. */
async function openPopup(page: Page): Promise<{ popup: Page; messages: () => Promise<Array<unknown>> }> {
  await page.evaluate(() => {
    const messages: Array<unknown> = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data, origin }) => messages.push({ data, origin }));
  });
  const opened = page.waitForEvent('popup');
  await page.evaluate((url) => void window.open(url, 'sso', 'popup'), `${process.env.WEB_URL}/google-sso-init?state=googlepopup`);
  const popup = await opened;
  await popup.waitForURL(/\/interaction\//);
  return { popup, messages: () => page.evaluate(() => Reflect.get(window, 'messages')) };
}

async function finish(popup: Page): Promise<void> {
  const closed = popup.waitForEvent('close');
  await signInAtProvider(popup, newPerson());
  await closed;
}

test.describe('single sign-on', () => {
  test('a popup posts its code to our page that opened it, and that code completes the sign-on (SSO-034)', async ({ page }) => {
    await comeFromElsewhere(page);
    await page.goto('/?view=login');
    const { popup, messages } = await openPopup(page);
    await finish(popup);
    await expect.poll(messages).toHaveLength(1);
    const [message] = await messages();
    const { data, origin } = Object(message);
    expect(origin).toBe(process.env.WEB_URL);
    expect(data).toEqual({ type: 'google', code: expect.any(String), state: expect.stringMatching(/^login\./) });
    await page.goto(`/google-sso-redirect?${new URLSearchParams({ code: data.code, state: data.state })}`);
    await page.waitForURL('**/signup');
  });

  test('a popup opened by another site posts nothing and closes (SSO-035)', async ({ page }) => {
    await page.goto(`${process.env.API_URL}/docs`);
    const { popup, messages } = await openPopup(page);
    await finish(popup);
    expect(await messages()).toEqual([]);
  });

  test('a return page without an opener posts nothing', async ({ page }) => {
    await page.goto('/google-sso-init?state=googlepopup');
    await signInAtProvider(page, newPerson());
    await expect(page.getByText('This window closes automatically')).toBeVisible();
  });

  test('Tab moves between the single sign-on links, and Enter opens one', async ({ page }) => {
    await page.goto('/?view=login');
    const google = page.getByRole('link', { name: 'Continue with Google' });
    const apple = page.getByRole('link', { name: 'Continue with Apple' });
    await google.focus();
    await page.keyboard.press('Tab');
    await expect(apple).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/apple\/interaction\//);
  });

  test('with script, signs up and logs in again with the browser’s time zone (A45)', async ({ page }) => {
    const person = await signUpBySso(page, 'google');
    await page.goto('/logout');
    await page.goto('/?view=login');
    const way = page.getByRole('link', { name: 'Continue with Google' });
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect(way).toHaveAttribute('href', `/google-sso-init?${new URLSearchParams({ time_zone: zone })}`);
    await way.click();
    await signInAtProvider(page, person);
    await page.waitForURL('**/connect');
  });
});
