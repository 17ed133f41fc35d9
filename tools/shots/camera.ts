import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

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

/** Where a page stands; a function where each picture needs something of its own, such as a child to remove. */
export type Address = string | (() => Promise<string>);

export type Camera = {
  pictures: Array<Picture>;
  /** What pages complained of while they were taken, and pictures that could not be taken. */
  troubles: Array<string>;
  /** Takes a page in every look, signed in as `as` is. What is not wanted is passed over. */
  shoot(state: string, path: Address, options?: { as?: Page; arrange?: Arrange; isWhole?: boolean; without?: 'script' }): Promise<void>;
};

/** `wanted`: only states that begin with one of these; none = all. */
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
          if (without !== 'script') await untilTakenOver(page);
          await arrange?.(page);
          // A dialog belongs to the window, not to the page's whole length; from its top on, or what sticks to the window is taken elsewhere.
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

/** Until its script has taken a page over; one without an application stays as it is. */
async function untilTakenOver(page: Page): Promise<void> {
  const isOver = () => Object.keys(document.body).some((key) => key.startsWith('__reactFiber'));
  await page.waitForFunction(isOver, undefined, { timeout: 10_000 }).catch(() => null);
}

async function openContext(
  browser: Browser,
  { look: { width, colorScheme, locale }, ...options }: BrowserContextOptions & { look: Look },
): Promise<BrowserContext> {
  const viewport = { width, height: width < 768 ? 812 : 900 };
  const context = await browser.newContext({ ...options, viewport, colorScheme, locale, reducedMotion: 'reduce' });
  // The language is the browser's own here, not the one that the story was told in.
  await context.clearCookies({ name: 'lng' });
  return context;
}
