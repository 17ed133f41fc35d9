// Runs the server of the fault tests in its own process group: node server-process.ts <api script> <data> <port> <public port> <variables>.
import { BUILT } from '#tools/build-workers.ts';
import { startWorkers } from '#tools/miniflare.ts';
import { testSecrets } from '../test-secrets.ts';
import { addCoupons } from './coupons.ts';

const [script, data, port, publicPort, variables = '{}'] = process.argv.slice(2);
if (script === undefined || data === undefined || port === undefined)
  throw new Error('usage: server-process.ts <api> <data> <port> <public port>');
const [API_URL, PUBLIC_URL] = [`http://127.0.0.1:${publicPort}`, 'http://localhost:8787'];
const SESSION_KEYS = `k1:${Buffer.alloc(32, 'w').toString('base64')}`;
const workers = await startWorkers({
  data,
  web: { script: BUILT.web, variables: { APP_ENV: 'demonstration', E2E: '1', API_URL, PUBLIC_URL, SESSION_KEYS }, addresses: [] },
  api: {
    script,
    // TRUSTED_PROXY lets each sign-up use a new IP address, because limits per address are not tested here.
    variables: { ...testSecrets(), API_URL, TRUSTED_PROXY: '127.0.0.1', ...JSON.parse(variables) },
    addresses: [`127.0.0.1:${port}`],
  },
});
await addCoupons(await workers.catalogue());
console.log('ready');
