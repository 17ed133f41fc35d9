import { createHash } from 'node:crypto';
import { encode } from 'uqr';
import vectors from '#app/keys/vectors.json' with { type: 'json' };
import { getAccount } from '#app/wire/account.ts';
import { expect, type Locator, type Page, type Request, test } from './browser.ts';
import { addChildByHand, asParent, expectTakenOver, newCredentials, press, signUpByHand } from './parent-page.ts';

/** Returns an array that collects the fields of the forms that this page posts from now on. */
function postsOf(page: Page): Array<Record<string, string>> {
  const posts: Array<Record<string, string>> = [];
  page.on('request', (request) => {
    if (isForm(request)) posts.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')));
  });
  return posts;
}

function isForm(request: Request): boolean {
  return request.method() === 'POST' && (request.postData() ?? '').includes('form_token=');
}

/** Returns what script can read from the key store: type and extractability of each key. */
function readStore(page: Page): Promise<Array<{ store: string; kinds: Array<string>; extractable: Array<boolean> }>> {
  return page.evaluate(async () => {
    const open = indexedDB.open('keys');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const found: Array<{ store: string; kinds: Array<string>; extractable: Array<boolean> }> = [];
    for (const store of ['opened', 'pending']) {
      const all = open.result.transaction(store).objectStore(store).getAll();
      await new Promise((done) => {
        all.onsuccess = done;
      });
      for (const kept of all.result) {
        const keys = Object.values(kept).filter((value) => value instanceof CryptoKey);
        found.push({ store, kinds: keys.map(({ type }) => type), extractable: keys.map(({ extractable }) => extractable) });
      }
    }
    open.result.close();
    return found;
  });
}

/** Returns the modules of a QR code as the screen shows it, without its border. True is dark. `size`: modules per side with the border. */
async function modulesOf(code: Locator, size: number): Promise<Array<Array<boolean>>> {
  const picture = (await code.screenshot()).toString('base64');
  const inset = await code.evaluate((svg) => Number.parseFloat(getComputedStyle(svg).paddingLeft) / svg.getBoundingClientRect().width);
  return code.page().evaluate(
    async ({ picture, inset, size }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (canvas === null) throw new Error('no canvas');
      canvas.drawImage(bitmap, 0, 0);
      const step = (bitmap.width * (1 - 2 * inset)) / size;
      const isDark = (column: number, row: number) => {
        const [x, y] = [column, row].map((at) => Math.round(bitmap.width * inset + (at + 0.5) * step));
        const [red = 255, green = 255, blue = 255] = canvas.getImageData(x ?? 0, y ?? 0, 1, 1).data;
        return (red + green + blue) / 3 < 128;
      };
      const places = Array.from({ length: size }, (_, index) => index);
      return places.map((row) => places.map((column) => isDark(column, row)));
    },
    { picture, inset, size },
  );
}

test.describe('password derivation in the browser', () => {
  test('Chromium derives the known vectors and sends no typed password (A80, AUTH-004)', async ({ page }) => {
    test.slow();
    const posts = postsOf(page);
    // Only the posted fields matter; no response is needed.
    await page.route('**/*', (route) => (isForm(route.request()) ? route.abort() : route.continue()));
    await page.goto('/?view=login');
    await expectTakenOver(page.locator('[name=email]'));
    for (const { name, email, password, authKey } of vectors) {
      await expect(page.locator('form#login')).toHaveAttribute('aria-busy', 'false');
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(password);
      posts.length = 0;
      await press(page, 'login');
      if ([...password].length > 96) {
        await expect(page.getByText('Use at most 96 characters.')).toBeVisible();
        expect(posts, name).toEqual([]);
        continue;
      }
      await expect.poll(() => posts.length, { message: name }).toBe(1);
      expect(posts[0]?.password_derived, name).toBe(authKey);
      expect(posts[0], name).not.toHaveProperty('password');
      expect(JSON.stringify(posts), name).not.toContain(JSON.stringify(password).slice(1, -1));
    }
  });

  test('reports a password that is too short, and sends nothing', async ({ page }) => {
    const posts = postsOf(page);
    await page.goto('/?view=signup');
    await expectTakenOver(page.locator('[name=email]'));
    await page.locator('[name=email]').fill('a@example.com');
    await page.locator('[name=password]').fill('seven77');
    await press(page, 'signup');
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
    expect(posts).toEqual([]);
  });

  test('creates the account’s key in a worker at sign-up; the key is usable but not readable (KEYS-018, SIGN-014)', async ({ page }) => {
    const posts = postsOf(page);
    const workers: Array<string> = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    const faults: Array<string> = [];
    page.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined));
    const credentials = await signUpByHand(page);
    expect(workers.length).toBeGreaterThanOrEqual(2);
    expect(posts[0]).toMatchObject({ intent: 'signup', acctkey: expect.stringContaining('encPriv') });
    expect(posts[0]).not.toHaveProperty('password');
    const { acctkey, acctkey_state: state } = await (await asParent(credentials)).call(getAccount);
    expect(state).toBe('ok');
    expect(acctkey?.key_id).toBe(
      createHash('sha1')
        .update(Buffer.from(acctkey?.key ?? '', 'base64'))
        .digest('hex'),
    );
    for (const { store, extractable } of await readStore(page)) expect(extractable, store).not.toContain(true);
    expect(faults).toEqual([]);
  });

  test('derives in the page when no worker can start', async ({ page }) => {
    const posts = postsOf(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'Worker', {
        value: class {
          constructor() {
            throw new Error('no workers here');
          }
        },
      });
    });
    await signUpByHand(page);
    expect(posts[0]).toMatchObject({ password_derived: expect.stringMatching(/^[0-9a-f]{64}$/), acctkey: expect.any(String) });
    expect(posts[0]).not.toHaveProperty('password');
  });

  test('the pairing link and the QR code, even in dark mode, contain the pin of the unlocked key (A128, A134)', async ({ page }) => {
    const credentials = newCredentials();
    await signUpByHand(page, credentials);
    await addChildByHand(page, 'Mia', async () => {
      const { acctkey } = await (await asParent(credentials)).call(getAccount);
      const pin = createHash('sha256')
        .update(Buffer.from(acctkey?.key ?? '', 'base64'))
        .digest('base64url');
      await page.locator('summary', { hasText: 'Other ways' }).click();
      const link = page.locator('a', { hasText: 'Open the pairing page' });
      await expect(link).toHaveAttribute('href', new RegExp(`#k=${pin}$`));
      const code = page.getByRole('img', { name: 'QR code' });
      const { data, size } = encode((await link.getAttribute('href')) ?? '', { ecc: 'L', border: 2 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await modulesOf(code, size), colorScheme).toEqual(data);
      }
    });
  });
});
