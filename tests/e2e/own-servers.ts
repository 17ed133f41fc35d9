import type { Partner } from '#app/domain/partner.ts';
import { storeTown } from '#tools/demonstration.ts';
import { startTestServers, type TestServers } from '../servers.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { hasScript } from './parent-page.ts';

/** Settings of a browser context. */
export type ContextOptions = NonNullable<Parameters<Browser['newPage']>[0]>;

type OwnServers = {
  /**
   * Returns a page in a new browser context, with or without script depending on the Playwright project. Closing the page closes the
   * context.
   */
  newPage(browser: Browser, options?: ContextOptions): Promise<Page>;
  /** Gives the account a plan, as an operator does. */
  grant(email: string, sku: string): Promise<void>;
  /** Stores the partner of a coupon group, as an operator does; null removes it. */
  setPartner(couponGroup: string, partner: Partner | null): Promise<void>;
  /** Lets days pass in the payment sandbox of the account. */
  advance(email: string, days: number): Promise<void>;
  /** Stores the map of the demonstration’s town. */
  storeTown(): Promise<void>;
};

/**
 * Starts servers before the first test of this file or group, and stops them after the last. While they run, all helpers of this folder use
 * them. `start` replaces the default servers.
 */
export function withOwnServers(start: () => Promise<TestServers> = startTestServers): OwnServers {
  let servers: TestServers;
  const before = { WEB_URL: process.env.WEB_URL, API_URL: process.env.API_URL };
  test.beforeAll(async () => {
    servers = await start();
    Object.assign(process.env, { WEB_URL: servers.webUrl, API_URL: servers.apiUrl });
  });
  test.afterAll(async () => {
    Object.assign(process.env, before);
    // Undefined if the servers did not start.
    await servers?.close();
  });
  return {
    newPage: (browser, options = {}) =>
      browser.newPage({ baseURL: servers.webUrl, javaScriptEnabled: hasScript(), serviceWorkers: 'block', ...options }),
    grant: async (email, sku) => {
      expect(await (await servers.webEnv()).INTERNAL.grant(email, sku)).toEqual({ granted: true });
    },
    setPartner: async (couponGroup, partner) => {
      expect(await (await servers.webEnv()).INTERNAL.setPartner(couponGroup, partner)).toEqual({ stored: true });
    },
    advance: async (email, days) => {
      expect(await (await servers.webEnv()).INTERNAL.advanceSandbox(email, days)).toBe(true);
    },
    storeTown: async () => storeTown(await servers.operator()),
  };
}
