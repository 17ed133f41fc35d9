import { type BrowserContext, type Page, test as playwrightTest } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium, WEBGL_ARGS } from '#tools/chromium.ts';

export * from '@playwright/test';

/** Options of `test.use` for files whose pages draw with WebGL. */
export const WITH_WEBGL = { launchOptions: { executablePath: requireChromium(), args: [...CHROMIUM_ARGS, ...WEBGL_ARGS] } };

/** The original `goto` of each page, for `openEarly`. */
const gotos = new WeakMap<Page, Page['goto']>();

/**
 * Playwright's `test`, whose `goto`, `reload`, `goBack`, `goForward` and `waitForURL` return only when the page is hydrated. Until then,
 * input works as without script. Applies to every page of every context that a test opens, except pages opened with `openEarly`.
 */
export const test = playwrightTest.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (options?.javaScriptEnabled !== false) waitInPagesOf(context);
        return context;
      };
      await use(browser);
      browser.newContext = newContext;
    },
    { scope: 'worker' },
  ],
});

/**
 * Waits until the page is hydrated, its listeners are set and its fonts are loaded. After that, the layout no longer shifts. Returns
 * immediately for documents outside the application. Only for pages that run script.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !('__remixContext' in window) || ('isTakenOver' in window && document.fonts.status === 'loaded'))
    .catch((error: unknown) => {
      // A popup closes itself after it has posted its result.
      if (!page.isClosed()) throw error;
    });
}

/** Opens a page without waiting for hydration. Passes `options` to `goto`. */
export async function openEarly(page: Page, path: string, options?: Parameters<Page['goto']>[1]): Promise<void> {
  await (gotos.get(page) ?? page.goto.bind(page))(path, options);
}

function waitInPagesOf(context: BrowserContext): void {
  context.on('page', waitIn);
}

/** Makes a page wait for hydration like the pages of `test`. For tests that launch their own browser. */
export function waitIn(page: Page): void {
  const [goto, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  const [goForward, waitForURL] = [page.goForward.bind(page), page.waitForURL.bind(page)];
  const settle = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = await answer;
    await waitForHydration(page);
    return answered;
  };
  gotos.set(page, goto);
  page.goto = (...given) => settle(goto(...given));
  page.reload = (...given) => settle(reload(...given));
  page.goBack = (...given) => settle(goBack(...given));
  page.goForward = (...given) => settle(goForward(...given));
  page.waitForURL = (...given) => settle(waitForURL(...given));
}
