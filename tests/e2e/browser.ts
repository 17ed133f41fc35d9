import { type BrowserContext, type Page, test as playwrightTest } from '@playwright/test';

export * from '@playwright/test';

/** A page's own `goto`, for pages that are not to be waited for. */
const gotos = new WeakMap<Page, Page['goto']>();

/**
 * Playwright's `test`, where a page that runs script is taken over by it whenever `goto`, `reload`, `goBack`, `goForward` or `waitForURL`
 * return: a busy machine may show a page seconds before its script runs, and what is typed or pressed until then is answered as without
 * script. Holds for every page of every context that a test opens. `openEarly` opens a page without it.
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
 * Waits until script has taken the page over: everything in it is hydrated, all its listeners are set, and its letters
 * are there, so that nothing moves any more. Returns at once for documents
 * that are not of the application. Only for pages that run script.
 */
export async function untilTakenOver(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !('__remixContext' in window) || ('isTakenOver' in window && document.fonts.status === 'loaded'))
    .catch((error: unknown) => {
      // A popup closes itself when it has said what it knows.
      if (!page.isClosed()) throw error;
    });
}

/** Opens a page that script takes over late or never; `options` are those of `goto`. */
export async function openEarly(page: Page, path: string, options?: Parameters<Page['goto']>[1]): Promise<void> {
  await (gotos.get(page) ?? page.goto.bind(page))(path, options);
}

function waitInPagesOf(context: BrowserContext): void {
  context.on('page', waitIn);
}

/** Makes one page wait as above, where it comes from a browser that a test starts by itself. */
export function waitIn(page: Page): void {
  const [goto, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  const [goForward, waitForURL] = [page.goForward.bind(page), page.waitForURL.bind(page)];
  const settle = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = await answer;
    await untilTakenOver(page);
    return answered;
  };
  gotos.set(page, goto);
  page.goto = (...given) => settle(goto(...given));
  page.reload = (...given) => settle(reload(...given));
  page.goBack = (...given) => settle(goBack(...given));
  page.goForward = (...given) => settle(goForward(...given));
  page.waitForURL = (...given) => settle(waitForURL(...given));
}
