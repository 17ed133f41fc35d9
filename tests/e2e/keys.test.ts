import { keyExchange } from '#app/wire/keys.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { linkInMail } from './mailbox.ts';
import { asParent, authKeyOf, type Credentials, expectTakenOver, logIn, newCredentials, press, signUpByHand } from './parent-page.ts';

/** Logs in the same parent with script in a new browser context. */
async function otherBrowser(browser: Browser, credentials: Credentials): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/?view=login');
  // Before hydration a login works as without script and unlocks no key.
  await expectTakenOver(page.locator('[name=password]'));
  await logIn(page, credentials);
  await page.waitForURL('**/connect');
  return page;
}

/** Opens the key page and expects the key to be unlocked in this browser, or locked if `isOpen` is false. Returns the key's fingerprint. */
async function expectKey(page: Page, isOpen: boolean): Promise<string> {
  await page.goto('/account/key');
  await expect(page.locator(`[data-key-open=${isOpen}]`)).toBeVisible();
  return (await page.locator('[data-fingerprint]').textContent()) ?? '';
}

/** Returns type and extractability of the unlocked keys that this browser stores. */
async function keptKeys(page: Page) {
  return page.evaluate(async () => {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'keys')) return [];
    const opening = indexedDB.open('keys');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const asking = db.transaction('opened').objectStore('opened').getAll();
    const rows = await new Promise<Array<{ privateKey: CryptoKey }>>((resolve) => {
      asking.onsuccess = () => resolve(asking.result);
    });
    db.close();
    return rows.map(({ privateKey }) => ({ type: privateKey.type, extractable: privateKey.extractable }));
  });
}

/** Confirms the address. Resetting the password of an unconfirmed address would create a new account (A125). */
async function verify({ email }: Pick<Credentials, 'email'>): Promise<void> {
  const anybody = new PlainBrowser(process.env.WEB_URL ?? '');
  await anybody.open(await linkInMail(anybody, email, '/verify'));
}

/**
 * Creates a recovery code on the page. Before that, cancels once and tries a wrong password.
 * @returns its twelve words
 */
async function makeRecoveryCode(page: Page, password: string): Promise<Array<string>> {
  const make = page.getByRole('button', { name: 'Create a recovery code' });
  await make.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await make.click();
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Show the twelve words' }).click();
  await expect(page.getByText('That’s not your password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show the twelve words' }).click();
  await expect(page.locator('.code-words li')).toHaveCount(12);
  const words = await page.locator('.code-words li').allTextContents();
  await expect(page.getByText('Recovery code', { exact: true })).toBeFocused();
  await expectOnPaper(page, words);
  const fields = page.locator('[name^=word-]');
  await expect(fields).toHaveCount(2);
  await page.getByRole('button', { name: 'I’ve written them down' }).click();
  await expect(page.getByText('Enter this word.')).toHaveCount(2);
  await expect(fields.first()).toBeFocused();
  for (const field of await fields.all()) await field.fill('wrong');
  await page.getByRole('button', { name: 'I’ve written them down' }).click();
  await expect(page.getByText('That’s not the right word.')).toHaveCount(2);
  await confirmWords(page, words);
  await expect(page.locator('[data-recovery=yes]')).toBeVisible();
  await expect(page.getByText('Recovery code', { exact: true })).toBeFocused();
  await expect(page.getByText('Your new recovery code is active.')).toBeVisible();
  return words;
}

/** Fills in the requested words of the recovery code and submits them. */
async function confirmWords(page: Page, words: Array<string>): Promise<void> {
  for (const field of await page.locator('[name^=word-]').all()) {
    await field.fill(words[Number((await field.getAttribute('name'))?.slice('word-'.length))] ?? '');
  }
  await page.getByRole('button', { name: 'I’ve written them down' }).click();
}

/** Expects the printed page to be one sheet with only the words and the account. */
async function expectOnPaper(page: Page, words: Array<string>): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const [place, word] of words.entries()) {
    await expect(page.locator('.code-words li').nth(place)).toHaveText(word);
    await expect(page.locator('.code-words li').nth(place)).toBeVisible();
  }
  await expect(page.getByText('Porchlight recovery code for')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Encryption key', includeHidden: true })).toBeHidden();
  const top = await page.locator('.print-sheet').evaluate((sheet) => sheet.getBoundingClientRect().top + scrollY);
  expect(top).toBeLessThan(40);
  await page.emulateMedia({ media: null });
  expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
}

test.describe('account key', () => {
  test('with script, sign-up creates the key, login unlocks it and logout removes it; the server stores it locked', async ({
    page,
    browser,
  }) => {
    test.slow();
    const sent: Array<string> = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const credentials = await signUpByHand(page);
    const fingerprint = await expectKey(page, true);
    expect(fingerprint.split(' ')).toHaveLength(6);
    expect(await keptKeys(page)).toEqual([{ type: 'private', extractable: false }]);
    expect(sent.filter((body) => body.includes(credentials.password) || /PRIVATE KEY|"pkcs8"/.test(body))).toEqual([]);

    await page.goto('/account/key/server');
    const envelope = JSON.parse((await page.locator('[data-raw=enc_priv]').textContent()) ?? '');
    expect(envelope).toEqual({
      v: 1,
      copies: [expect.objectContaining({ kind: 'password', kdf: 'scrypt', n: 32_768, ct: expect.any(String) })],
    });
    await expect(page.locator('[data-copy]')).toHaveText([/Encrypted with your password.*AES-256-GCM/]);
    const { key } = await page.evaluate(() => ({ key: document.querySelector('[data-raw=key]')?.textContent ?? '' }));
    // The page shows the public key, but not the private key, whose PKCS#8 form begins with MIIG.
    expect(key).toMatch(/^MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A/);
    expect(await page.content()).not.toMatch(/MIIG[\w/+]{40}|PRIVATE KEY/);

    const other = await otherBrowser(browser, credentials);
    expect(await expectKey(other, true)).toBe(fingerprint);
    await other.goto('/logout');
    await expect.poll(() => keptKeys(other)).toEqual([]);

    // A session that ends without a logout also removes the key.
    await page.context().clearCookies({ name: 'session' });
    await page.goto('/account/key');
    await page.waitForURL(/view=login/);
    await expect.poll(() => keptKeys(page)).toEqual([]);
  });

  test('shows after a reset that the key is locked, and unlocks the same key with the recovery code (S08, A129)', async ({
    page,
    browser,
  }) => {
    test.slow();
    const { email, password } = await signUpByHand(page);
    await verify({ email });
    const fingerprint = await expectKey(page, true);
    const words = await makeRecoveryCode(page, password);

    const mails = new PlainBrowser(process.env.WEB_URL ?? '');
    await mails.press(await mails.open('/forgot'), 'forgot', { email });
    const link = await linkInMail(mails, email, '/reset');
    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto(link);
    await fresh.locator('[name=new_password]').fill('a new long password');
    await press(fresh, 'reset');
    await fresh.waitForURL(/view=login/);
    await expectTakenOver(fresh.locator('[name=email]'));
    await logIn(fresh, { email, password: 'a new long password' });
    await fresh.waitForURL('**/connect');

    const guard = fresh.getByRole('dialog', { name: 'Your key is locked' });
    await expect(guard).toContainText('Your password was reset');
    await fresh.keyboard.press('Escape');
    await expect(guard).toBeVisible();
    await guard.getByRole('button', { name: 'Not now' }).click();
    await expect(guard).toBeHidden();

    await expectKey(fresh, false);
    await expect(fresh.getByText('can be decrypted only with the old key’s recovery code')).toBeVisible();
    await fresh.getByLabel('Your twelve words').fill(words.slice(0, 11).join(' '));
    // Only the document in which the password was typed can confirm it. This new document asks for the password again.
    await fresh.getByLabel('Current password', { exact: true }).fill('a new long password');
    await fresh.getByRole('button', { name: 'Unlock' }).click();
    await expect(fresh.getByText('That’s not a valid recovery code')).toBeVisible();
    await fresh.getByLabel('Your twelve words').fill(words.join(', ').toUpperCase());
    await fresh.getByRole('button', { name: 'Unlock' }).click();
    await expect(fresh.locator('[data-key-open=true]')).toBeVisible();
    expect(await fresh.locator('[data-fingerprint]').textContent()).toBe(fingerprint);

    const third = await otherBrowser(browser, { email, password: 'a new long password' });
    expect(await expectKey(third, true)).toBe(fingerprint);
  });

  test('asks for the password until the key is unlocked, when the login did not unlock it (A51, KEYS-014, KEYS-028)', async ({
    page,
    browser,
  }) => {
    test.slow();
    const credentials = await signUpByHand(page);
    await expectKey(page, true);
    const { stored } = JSON.parse(await page.evaluate(async () => (await fetch('/resources/key')).text()));
    const parent = await asParent(credentials);
    const put = async (encPriv: string) => {
      const secret = await authKeyOf(credentials);
      const request_args = {
        enc_priv: encPriv,
        key: stored.key,
        key_id: stored.keyId,
        key_type: 'rsa' as const,
        secret,
        new_secret: secret,
      };
      const body = {
        request_type: 'acctkey.register' as const,
        request_args: { ...request_args, requested_by: parent.credentials.sessionId },
      };
      await parent.call(keyExchange, { query: {}, body }, { key: crypto.randomUUID() });
    };
    // Has the same length as the correct copy, but no password unlocks it.
    await put(stored.encPriv.replace(/"ct":"[^"]{8}/, '"ct":"AAAAAAAA'));

    const other = await otherBrowser(browser, credentials);
    const guard = other.getByRole('dialog', { name: 'Unlock your key' });
    await expect(guard).toContainText('We couldn’t unlock your key');
    await guard.getByLabel('Password', { exact: true }).fill('not this one');
    await other.keyboard.press('Enter');
    await expect(guard).toContainText('That’s not your password.');
    await put(stored.encPriv);
    await guard.getByLabel('Password', { exact: true }).fill(credentials.password);
    await other.keyboard.press('Enter');
    await expect(guard).toBeHidden();
    await expectKey(other, true);
  });

  test('keeps the key when script changes the password, and otherwise asks once for the old password (S05)', async ({ page, browser }) => {
    test.slow();
    const { email, password } = await signUpByHand(page);
    const fingerprint = await expectKey(page, true);
    const tab = await page.context().newPage();
    await expectKey(tab, true);
    await tab.getByRole('button', { name: 'Create a recovery code' }).click();
    await tab.getByLabel('Password', { exact: true }).fill(password);
    await tab.getByRole('button', { name: 'Show the twelve words' }).click();
    await expect(tab.locator('.code-words li')).toHaveCount(12);
    const words = await tab.locator('.code-words li').allTextContents();

    await page.goto('/account/password');
    const dialog = page.getByRole('dialog');
    // Waits for hydration: a password change without script would leave the key locked with the old password.
    await expectTakenOver(dialog.locator('[name=new_password]'));
    await dialog.locator('[name=current_password]').fill(password);
    await dialog.locator('[name=new_password]').fill('the second password');
    await dialog.locator('button[value=password]').click();
    await page.waitForURL('**/account');
    // The other tab shows a recovery code from before the change. Saving that code would restore the copy locked with the old password.
    await confirmWords(tab, words);
    await expect(tab.getByText('Your password changed in the meantime')).toBeVisible();
    await expect(tab.locator('.code-words')).toBeHidden();
    await expect(tab.getByRole('button', { name: 'Show the twelve words' })).toBeVisible();
    const second = await otherBrowser(browser, { email, password: 'the second password' });
    expect(await expectKey(second, true)).toBe(fingerprint);

    const forms = new PlainBrowser(process.env.WEB_URL ?? '');
    await forms.press(await forms.open('/?view=login'), 'login', { email, password: 'the second password' });
    const change = { current_password: 'the second password', new_password: 'the third password' };
    await forms.press(await forms.open('/account/password'), 'password', change);
    const third = await otherBrowser(browser, { email, password: 'the third password' });
    const guard = third.getByRole('dialog', { name: 'Unlock your key' });
    await guard.getByLabel('Old password').fill(password);
    await guard.getByRole('button', { name: 'Unlock' }).click();
    await expect(guard).toContainText('That didn’t unlock the key.');
    await guard.getByLabel('Old password').fill('the second password');
    await guard.getByRole('button', { name: 'Unlock' }).click();
    await expect(guard).toBeHidden();
    const fourth = await otherBrowser(browser, { email, password: 'the third password' });
    expect(await expectKey(fourth, true)).toBe(fingerprint);
  });

  test('warns what is lost before a new key replaces the old one (S15)', async ({ page, browser }) => {
    test.slow();
    const credentials = newCredentials();
    // Without script a sign-up creates no key; the first login with script does (A68, KEYS-026).
    const forms = new PlainBrowser(process.env.WEB_URL ?? '');
    await forms.press(await forms.open('/?view=signup'), 'signup', credentials);
    const none = await forms.open('/account/key');
    expect(none.status).toBe(200);
    await page.goto('/?view=login');
    // Before hydration a login works as without script and unlocks no key.
    await expectTakenOver(page.locator('[name=password]'));
    await logIn(page, credentials);
    await page.waitForURL('**/connect');
    // Waits until the key is saved, because a document opened later could not confirm the password.
    await expect.poll(async () => (await page.request.get('/resources/key')).text()).toContain('"keyState":"ok"');
    const fingerprint = await expectKey(page, true);

    await verify(credentials);
    const visitor = new PlainBrowser(process.env.WEB_URL ?? '');
    await visitor.press(await visitor.open('/forgot'), 'forgot', { email: credentials.email });
    const reset = await visitor.open(await linkInMail(visitor, credentials.email, '/reset'));
    await visitor.press(reset, 'reset', { new_password: 'a new long password' });
    const fresh = await otherBrowser(browser, { email: credentials.email, password: 'a new long password' });
    await expectKey(fresh, false);
    await expect(fresh.getByText('You have no recovery code')).toBeVisible();
    await expect(fresh.getByText('Nobody can restore them')).toBeVisible();
    await fresh.getByRole('button', { name: 'Create a new key' }).click();
    const question = fresh.getByRole('dialog', { name: 'Start with a new key?' });
    await expect(question).toContainText('Nobody can restore them');
    await question.getByRole('button', { name: 'Keep the old key' }).click();
    await expect(question).toBeHidden();
    await fresh.getByRole('button', { name: 'Create a new key' }).click();
    await question.getByLabel('Current password', { exact: true }).fill('a new long password');
    await question.getByRole('button', { name: 'Create a new key' }).click();
    await expect(fresh.locator('[data-key-open=true]')).toBeVisible();
    await expect(fresh.locator('[data-fingerprint]')).not.toHaveText(fingerprint);
  });
});
