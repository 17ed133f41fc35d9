import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';

/** How a page is looked at. `locale` is the browser's language. */
export type Look = { width: number; colorScheme: 'light' | 'dark'; locale: string };

const WIDTHS = [375, 768, 1280, 1880];

export const LOOKS: ReadonlyArray<Look> = [
  ...WIDTHS.flatMap((width) => [look(width, 'light', 'en'), look(width, 'dark', 'en')]),
  ...['de', 'zh-TW'].flatMap((locale) => [look(375, 'light', locale), look(1280, 'dark', locale)]),
];

/** A phone by day and a desk by night: for a first look. */
export const QUICK_LOOKS: ReadonlyArray<Look> = [look(375, 'light', 'en'), look(1280, 'dark', 'en')];

function look(width: number, colorScheme: Look['colorScheme'], locale: string): Look {
  return { width, colorScheme, locale };
}

export type Picture = { state: string; look: Look; file: string };

/** Opens what has to be open in a picture: a menu, a question. */
export type Arrange = (page: Page) => Promise<unknown>;

export type Camera = {
  pictures: Array<Picture>;
  /** Takes a page in every look, signed in as `as` is. What is not wanted is passed over. */
  shoot(state: string, path: string, options?: { as?: Page; arrange?: Arrange; isWhole?: boolean; without?: 'script' }): Promise<void>;
};

/** `wanted`: only states that begin with one of these; none = all. */
export function createCamera(
  browser: Browser,
  { baseURL, folder, looks, wanted }: { baseURL: string; folder: string; looks: ReadonlyArray<Look>; wanted: ReadonlyArray<string> },
): Camera {
  const pictures: Array<Picture> = [];
  return {
    pictures,
    async shoot(state, path, { as, arrange, isWhole = true, without } = {}) {
      if (wanted.length > 0 && !wanted.some((name) => state.startsWith(name))) return;
      const storageState = (await as?.context().storageState()) ?? { cookies: [], origins: [] };
      for (const each of looks) {
        const context = await openContext(browser, baseURL, each, without === 'script', storageState);
        const page = await context.newPage();
        await page.goto(path);
        await arrange?.(page);
        const file = `${state}-${each.width}-${each.colorScheme}-${each.locale.toLowerCase()}.png`;
        // A dialog belongs to the window, not to the page's whole length.
        await page.screenshot({ path: join(folder, file), fullPage: isWhole, animations: 'disabled' });
        pictures.push({ state, look: each, file });
        await context.close();
      }
    },
  };
}

async function openContext(
  browser: Browser,
  baseURL: string,
  { width, colorScheme, locale }: Look,
  isPlain: boolean,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  const viewport = { width, height: width < 768 ? 812 : 900 };
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    locale,
    javaScriptEnabled: !isPlain,
    reducedMotion: 'reduce',
    storageState,
  });
  // The language is the browser's own here, not the one that the story was told in.
  await context.clearCookies({ name: 'lng' });
  return context;
}
