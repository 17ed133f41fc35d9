import { parseArgs } from 'node:util';
import { BUILT, buildWorkers } from './build-workers.ts';
import { openControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder, requireFreePorts } from './paths.ts';
import { run, step } from './progress.ts';
import { formatSecrets, makeSecrets } from './secrets.ts';
import { requireSettings } from './served-settings.ts';
import { readSettings } from './settings-file.ts';
import { closeWhenStopped } from './stopping.ts';
import { OPTIONAL_API_SECRETS, OPTIONAL_API_SETTINGS, pickSettings, requireAddresses } from './web-settings.ts';

// `npm run serve`: runs a real installation on one machine behind an https proxy (A124). It has no demo family, no mailbox and no default
// secrets.
await run(async () => {
  const { values } = parseArgs({ options: { 'make-secrets': { type: 'boolean' }, settings: { type: 'string' } } });
  if (values['make-secrets']) {
    process.stdout.write(formatSecrets(makeSecrets()));
    return;
  }
  const settings = readSettings(values.settings);
  const required = requireSettings(settings);
  requireAddresses(settings, false);
  const host = settings.HOST || '127.0.0.1';
  const port = chosenPort();
  const data = makeFolder(dataFolder());
  const lock = await lockData(data, `http://${address(host, port)}`);
  closeWhenStopped(lock.release);
  await requireFreePorts(host, [port, port + 1]);
  await buildWorkers();
  const web = { script: BUILT.web, variables: { ...required.web, ...pickSettings(settings) }, addresses: [address(host, port)] };
  const workers = await step('Starting both Workers', () =>
    startWorkers({
      data,
      lock,
      // If users may name any server, the Worker must not reach internal addresses (A32).
      web: { ...web, isOpen: settings.ENDPOINT_OVERRIDE === 'any' },
      api: {
        script: BUILT.api,
        variables: { ...required.api, ...pickSettings(settings, [...OPTIONAL_API_SETTINGS, ...OPTIONAL_API_SECRETS]) },
        addresses: [address(host, port + 1)],
      },
    }),
  );
  closeWhenStopped(workers.close);
  const control = await openControl(data, workers.webEnv, workers.operator);
  closeWhenStopped(control.close);
  console.log(`\nPorchlight   ${required.publicUrl}   web on ${address(host, port)}, API on ${address(host, port + 1)}`);
});

function address(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
