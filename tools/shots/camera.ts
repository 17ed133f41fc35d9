import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** Viewport width, color scheme and browser language of a screenshot. */
export type Look = { width: number; colorScheme: 'light' | 'dark'; locale: string };

const WIDTHS = [375, 768, 1280, 1880];

export const LOOKS: ReadonlyArray<Look> = [
  ...WIDTHS.flatMap((width) => [look(width, 'light', 'en'), look(width, 'dark', 'en')]),
  ...['de', 'zh-TW'].flatMap((locale) => [look(375, 'light', locale), look(1280, 'dark', locale)]),
];

/** A light phone and a dark desktop, for a quick review. */
export const QUICK_LOOKS: ReadonlyArray<Look> = [look(375, 'light', 'en'), look(1280, 'dark', 'en')];

function look(width: number, colorScheme: Look['colorScheme'], locale: string): Look {
  return { width, colorScheme, locale };
}

export type Picture = { state: string; look: Look; file: string };

/** Prepares the page for a screenshot, for example opens a menu or a dialog. */
export type Arrange = (page: Page) => Promise<unknown>;

/** Path of a page; a function if each screenshot needs its own setup, such as a child to remove. */
export type Address = string | (() => Promise<string>);

export type Camera = {
  pictures: Array<Picture>;
  /** Page errors during screenshots, and screenshots that failed. */
  troubles: Array<string>;
  /** Takes screenshots of a page in every look, with the login of `as`. Skips states that are not wanted. */
  shoot(state: string, path: Address, options?: { as?: Page; arrange?: Arrange; isWhole?: boolean; without?: 'script' }): Promise<void>;
};

/** Creates a camera that saves screenshots in `folder`. `wanted`: prefixes of the states to take; if empty, takes all states. */
export function createCamera(
  browser: Browser,
  {
    baseURL,
    folder,
    looks,
    wanted,
    hasForcedColors,
  }: { baseURL: string; folder: string; looks: ReadonlyArray<Look>; wanted: ReadonlyArray<string>; hasForcedColors: boolean },
): Camera {
  const pictures: Array<Picture> = [];
  const troubles: Array<string> = [];
  return {
    pictures,
    troubles,
    async shoot(state, path, { as, arrange, isWhole = true, without } = {}) {
      if (wanted.length > 0 && !wanted.some((name) => state.startsWith(name))) return;
      const storageState = (await as?.context().storageState()) ?? { cookies: [], origins: [] };
      for (const each of looks) {
        const context = await openContext(browser, {
          baseURL,
          look: each,
          storageState,
          javaScriptEnabled: without !== 'script',
          forcedColors: hasForcedColors ? 'active' : 'none',
        });
        const page = await context.newPage();
        const file = `${state}-${each.width}-${each.colorScheme}-${each.locale.toLowerCase()}.png`;
        page.on('pageerror', (error) => troubles.push(`${file}: ${error.message.split('\n')[0]}`));
        try {
          await page.goto(typeof path === 'string' ? path : await path());
          if (without !== 'script') await waitForHydration(page);
          await arrange?.(page);
          // Scrolls to the top first, because sticky elements are otherwise captured at the wrong place.
          if (isWhole) await page.evaluate(() => window.scrollTo(0, 0));
          await page.screenshot({ path: join(folder, file), fullPage: isWhole, animations: 'disabled' });
          pictures.push({ state, look: each, file });
        } catch (error) {
          troubles.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
        }
        await context.close();
      }
    },
  };
}

/** Waits until the page has hydrated. Does not fail after 10 s, because some pages never hydrate. */
async function waitForHydration(page: Page): Promise<void> {
  const isOver = () => Object.keys(document.body).some((key) => key.startsWith('__reactFiber'));
  await page.waitForFunction(isOver, undefined, { timeout: 10_000 }).catch(() => null);
}

async function openContext(
  browser: Browser,
  { look: { width, colorScheme, locale }, ...options }: BrowserContextOptions & { look: Look },
): Promise<BrowserContext> {
  const viewport = { width, height: width < 768 ? 812 : 900 };
  const context = await browser.newContext({ ...options, viewport, colorScheme, locale, reducedMotion: 'reduce' });
  // Without this cookie, the page uses the browser’s language, not the one stored during the setup.
  await context.clearCookies({ name: 'lng' });
  return context;
}
