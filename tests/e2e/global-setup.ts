import { BUILT } from '#tools/build-workers.ts';
import { openControl } from '#tools/control.ts';
import { startIdentityProvider } from '#tools/identity-provider.ts';
import { buildForTests, startTestServers } from '../servers.ts';

/**
 * Starts one pair of servers for all browser tests. Each test creates its own family.
 * @returns a function that stops the servers
 */
export default async function setup(): Promise<() => Promise<void>> {
  const forget = await buildForTests();
  const servers = await startTestServers(undefined, BUILT.web, {}, startIdentityProvider);
  const control = await openControl(servers.data, servers.webEnv);
  process.env.TEST_DATA = servers.data;
  process.env.WEB_URL = servers.webUrl;
  process.env.API_URL = servers.apiUrl;
  return async () => {
    await control.close();
    await servers.close();
    forget();
  };
}
