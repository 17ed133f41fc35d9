import { startTestServers, type TestServers } from '../servers.ts';
import { type Browser, expect, type Page, test } from './browser.ts';
import { hasScript } from './parent-page.ts';

type OwnServers = {
  /** A page of a browser that was never here, with script or without as the project says. Closing it closes its context. */
  newPage(browser: Browser): Promise<Page>;
  /** Gives the account a plan by the operator's hand, which stands in the process that has the servers. */
  grant(email: string, sku: string): Promise<void>;
};

/**
 * Servers for the tests of this file or group alone, started before the first and ended after the last; all helpers here talk to them then.
 * `start` starts others than the usual ones.
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
    // None where they did not come up.
    await servers?.close();
  });
  return {
    newPage: (browser) => browser.newPage({ baseURL: servers.webUrl, javaScriptEnabled: hasScript(), serviceWorkers: 'block' }),
    grant: async (email, sku) => {
      expect(await (await servers.webEnv()).INTERNAL.grant(email, sku)).toEqual({ granted: true });
    },
  };
}
