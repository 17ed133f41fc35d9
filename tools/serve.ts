import { parseArgs } from 'node:util';
import { parseSmtpUrl } from '../workers/smtp-url.ts';
import { BUILT, buildWorkers } from './build-workers.ts';
import { openControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder, requireFreePorts } from './places.ts';
import { run, Sentence, step } from './progress.ts';
import { formatSecrets, makeSecrets } from './secrets.ts';
import { readSettings } from './settings-file.ts';
import { closeWhenStopped } from './stopping.ts';
import { OPTIONAL_API_SECRETS, OPTIONAL_API_SETTINGS, requireChildApps, said } from './web-settings.ts';

const WEB = ['SESSION_KEYS', 'PUBLIC_URL', 'API_URL'];
const API = ['SEAL_KEYS', 'DIRECTORY_KEY', 'PASSWORD_PEPPER', 'PUBLIC_URL', 'API_URL', 'MAIL_FROM', 'SMTP_URL'];

// One machine in earnest (A124): no demo family, no mailbox, no default for any secret, behind a proxy that speaks https.
await run(async () => {
  const { values } = parseArgs({ options: { 'make-secrets': { type: 'boolean' }, settings: { type: 'string' } } });
  if (values['make-secrets']) {
    process.stdout.write(formatSecrets(makeSecrets()));
    return;
  }
  const settings = readSettings(values.settings);
  const variables = requireSettings(settings);
  const host = settings.HOST || '127.0.0.1';
  const port = chosenPort();
  const data = makeFolder(dataFolder());
  const lock = await lockData(data, `http://${address(host, port)}`);
  closeWhenStopped(lock.release);
  await requireFreePorts(host, [port, port + 1]);
  await buildWorkers();
  const proxy: Record<string, string> = settings.TRUSTED_PROXY ? { TRUSTED_PROXY: settings.TRUSTED_PROXY } : {};
  const web = { script: BUILT.web, variables: { ...pick(variables, WEB), ...said(settings), ...proxy }, addresses: [address(host, port)] };
  const workers = await step('Starting both Workers', () =>
    startWorkers({
      data,
      lock,
      // Who may name any server names none inside (A32).
      web: { ...web, isOpen: settings.ENDPOINT_OVERRIDE === 'any' },
      api: {
        script: BUILT.api,
        variables: { ...pick(variables, API), ...said(settings, [...OPTIONAL_API_SETTINGS, ...OPTIONAL_API_SECRETS]), ...proxy },
        addresses: [address(host, port + 1)],
      },
    }),
  );
  closeWhenStopped(workers.close);
  const control = await openControl(data, workers.webEnv, workers.operator);
  closeWhenStopped(control.close);
  console.log(`\nPorchlight   ${variables.PUBLIC_URL}   web on ${address(host, port)}, API on ${address(host, port + 1)}`);
});

/** Everything that an installation must say for itself. Throws a Sentence that names what is missing. */
function requireSettings(settings: NodeJS.Dict<string>): Record<string, string> {
  const names = [...new Set([...WEB, ...API])];
  const missing = names.filter((name) => !settings[name]);
  if (missing.length > 0)
    throw new Sentence(`Porchlight does not start without ${missing.join(', ')}: see «Serving in earnest» in README.md.`);
  const found = Object.fromEntries(names.map((name) => [name, settings[name] ?? '']));
  for (const name of ['PUBLIC_URL', 'API_URL']) {
    const text = found[name] ?? '';
    if (!URL.canParse(text) || new URL(text).protocol !== 'https:' || new URL(text).origin !== text) {
      throw new Sentence(`${name} must be an https origin such as https://porchlight.example, and it is «${text}».`);
    }
  }
  requireMailServer(found.SMTP_URL ?? '');
  requireChildApps(settings);
  return found;
}

/** Whether the server offers TLS shows only when a mail is sent; what is wrong with the URL itself is said now. */
function requireMailServer(text: string): void {
  try {
    const { host, tls } = parseSmtpUrl(text);
    if (tls === 'offered' && text.startsWith('smtp+insecure:')) {
      console.warn(`Warning: mails to ${host} may go in clear, with the password and every link, since SMTP_URL says smtp+insecure://.`);
    }
  } catch (error) {
    throw new Sentence(error instanceof Error ? error.message : String(error));
  }
}

function pick(all: Record<string, string>, names: Array<string>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}

function address(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
