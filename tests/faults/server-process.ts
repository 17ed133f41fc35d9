// The server under faults in a process group of its own: node server-process.ts <api script> <web script> <data> <port> <public port>.
import { startWorkers } from '../../tools/miniflare.ts';
import { testSecrets } from '../test-secrets.ts';

const [script, webScript, data, port, publicPort] = process.argv.slice(2);
if (script === undefined || webScript === undefined || data === undefined) throw new Error('usage: server-process.ts <api> <web> <data> …');
await startWorkers({
  data,
  web: { script: webScript, variables: {}, addresses: [] },
  api: {
    script,
    // Every sign-up comes from an address of its own: what is counted per address is not what is tested here.
    variables: { ...testSecrets(), API_URL: `http://127.0.0.1:${publicPort}`, TRUSTED_PROXY: '127.0.0.1' },
    addresses: [`127.0.0.1:${port}`],
  },
});
console.log('ready');
