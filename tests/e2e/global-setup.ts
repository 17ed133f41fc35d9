import { BUILT } from '#tools/build-workers.ts';
import { startIdentityProvider } from '#tools/identity-provider.ts';
import { buildForTests, startTestServers } from '../servers.ts';

/** One pair of servers for all browser tests; each test makes its own family. */
export default async function setup(): Promise<() => Promise<void>> {
  const forget = await buildForTests();
  const servers = await startTestServers(undefined, BUILT.web, {}, startIdentityProvider);
  process.env.WEB_URL = servers.webUrl;
  process.env.API_URL = servers.apiUrl;
  return async () => {
    await servers.close();
    forget();
  };
}
