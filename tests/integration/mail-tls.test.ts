import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BUILT, bundleApi } from '#tools/build-workers.ts';
import { startWorkers } from '#tools/miniflare.ts';
import { ROOT } from '#tools/paths.ts';
import { post, signUpBody, uniqueEmail } from '../clients/parent.ts';
import { makeAuthority } from '../fakes/certificates.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '../fakes/mail-server.ts';
import { findFreePort } from '../servers.ts';
import { testSecrets } from '../test-secrets.ts';

const LOGIN = { user: 'porch', password: 'light & more' };
const USER = `porch:${encodeURIComponent(LOGIN.password)}@`;
/** Reaches this machine but is no loopback name, so it counts as a remote server. */
const FAR = '0.0.0.0';
const NEAR = 'localhost';

// Runs before the imports above, because Miniflare reads NODE_EXTRA_CA_CERTS when it is loaded. With it, workerd trusts our authority.
const { folder, authority } = await vi.hoisted(async () => {
  const { mkdtempSync, writeFileSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { makeAuthority } = await import('../fakes/certificates.ts');
  const made = { folder: mkdtempSync(`${tmpdir()}/porchlight-mail-tls-`), authority: makeAuthority() };
  process.env.NODE_EXTRA_CA_CERTS = `${made.folder}/authority.pem`;
  writeFileSync(process.env.NODE_EXTRA_CA_CERTS, made.authority.cert);
  return made;
});
const stranger = makeAuthority('Somebody else');
const started: Array<MailServer> = [];
let mailPort: Miniflare;

beforeAll(async () => {
  await bundleApi(folder, [join(ROOT, 'tests', 'entries', 'mail.ts')]);
  const modules = [{ type: 'ESModule' as const, path: join(folder, 'mail.js') }];
  mailPort = new Miniflare(
    convertV4MiniflareOptions({ modulesRoot: folder, modules, compatibilityDate: '2026-11-01', cf: false, host: '127.0.0.1', port: 0 }),
  );
  await mailPort.ready;
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

afterAll(async () => {
  await mailPort?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function startServer(options: Partial<MailServerOptions>): Promise<MailServer> {
  const server = await startMailServer({ ...LOGIN, ...options });
  started.push(server);
  return server;
}

/** Sends one email and returns the answer of the mail port. */
async function send(smtpUrl: string): Promise<string> {
  const body = JSON.stringify({ smtpUrl, to: 'parent@b.example', subject: 'Reset' });
  return (await mailPort.dispatchFetch('http://mail/', { method: 'POST', body })).text();
}

/** Checks that nobody on the way could read the login or the recipient. */
function expectNothingInClear(server: MailServer): void {
  expect(server.received()).not.toMatch(/AUTH|MAIL FROM|RCPT|DATA|token|b\.example/i);
  expect(server.received()).not.toContain(Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString('base64'));
}

const goodFor = (host: string) => ({ certificate: authority.issue(host) });

describe('email over TLS', () => {
  test.each<[string, Partial<MailServerOptions>, (port: number) => string]>([
    ['STARTTLS at a remote server', { tls: 'starttls', ...goodFor(FAR) }, (port) => `smtp://${USER}${FAR}:${port}`],
    ['STARTTLS at a local server that offers it', { tls: 'starttls', ...goodFor(NEAR) }, (port) => `smtp://${USER}${NEAR}:${port}`],
    ['STARTTLS although clear text is allowed', { tls: 'starttls', ...goodFor(FAR) }, (port) => `smtp+insecure://${USER}${FAR}:${port}`],
    ['TLS from the first byte with smtps', { tls: 'implicit', ...goodFor(NEAR) }, (port) => `smtps://${USER}${NEAR}:${port}`],
  ])('delivers an email without a login or an address in clear text, by %s', async (_, options, toUrl) => {
    const server = await startServer(options);
    expect(await send(toUrl(server.port))).toBe('sent');
    expect(server.mails.map(({ subject }) => subject)).toEqual(['Reset']);
    expectNothingInClear(server);
  });

  test.each<[string, (port: number) => string]>([
    ['the server is local', (port) => `smtp://${USER}127.0.0.1:${port}`],
    ['the operator set smtp+insecure', (port) => `smtp+insecure://${USER}${FAR}:${port}`],
  ])('sends in clear text to a server without TLS when %s', async (_, toUrl) => {
    const server = await startServer({});
    expect(await send(toUrl(server.port))).toBe('sent');
    expect(server.received()).toContain('AUTH PLAIN');
    expect(server.mails).toHaveLength(1);
  });

  test.each<[string, Partial<MailServerOptions>, (port: number) => string, string]>([
    ['offers a login without STARTTLS', {}, (port) => `smtp://${USER}${FAR}:${port}`, 'does not support STARTTLS'],
    ['offers no STARTTLS and needs no login', {}, (port) => `smtp://${FAR}:${port}`, 'does not support STARTTLS'],
    [
      'offers STARTTLS, which an attacker strips',
      { tls: 'starttls', ...goodFor(FAR), between: 'strips' },
      (port) => `smtp://${USER}${FAR}:${port}`,
      'does not support STARTTLS',
    ],
    [
      'has an answer injected before TLS starts',
      { tls: 'starttls', ...goodFor(FAR), between: 'injects' },
      (port) => `smtp://${USER}${FAR}:${port}`,
      'before TLS started',
    ],
    [
      'has a certificate for another host, with STARTTLS',
      { tls: 'starttls', ...goodFor('mail.example') },
      (port) => `smtp://${USER}${NEAR}:${port}`,
      'No TLS connection to localhost',
    ],
    [
      'has a certificate for another host, with smtps',
      { tls: 'implicit', ...goodFor('mail.example') },
      (port) => `smtps://${USER}${NEAR}:${port}`,
      'No TLS connection to localhost',
    ],
    [
      'has an untrusted certificate, with STARTTLS',
      { tls: 'starttls', certificate: stranger.issue(NEAR) },
      (port) => `smtp+insecure://${USER}${NEAR}:${port}`,
      'No TLS connection to localhost',
    ],
    [
      'has an untrusted certificate, with smtps',
      { tls: 'implicit', certificate: stranger.issue(NEAR) },
      (port) => `smtps://${USER}${NEAR}:${port}`,
      'No TLS connection to localhost',
    ],
    ['offers no TLS where smtps requires it', {}, (port) => `smtps://${USER}${NEAR}:${port}`, 'No TLS connection to localhost'],
    [
      'closes the connection after its greeting',
      { between: 'hangs-up' },
      (port) => `smtp://${USER}${NEAR}:${port}`,
      'closed the connection',
    ],
  ])('sends no login and no email to a server that %s', async (_, options, toUrl, expected) => {
    const server = await startServer(options);
    expect(await send(toUrl(server.port))).toContain(expected);
    expect(server.connections()).toBe(1);
    expect(server.mails).toEqual([]);
    expectNothingInClear(server);
  });

  test('names host and port of a mail server that it cannot reach', async () => {
    const port = await findFreePort();
    expect(await send(`smtp://127.0.0.1:${port}`)).toBe(`Could not reach the mail server at 127.0.0.1 port ${port}`);
  });

  test('keeps an email while an attacker strips STARTTLS, and sends it by TLS afterwards', { timeout: 150_000 }, async () => {
    const server = await startServer({ tls: 'starttls', ...goodFor(FAR), between: 'strips' });
    const port = await findFreePort();
    const apiUrl = `http://127.0.0.1:${port}`;
    const { APP_ENV: _demonstration, ...secrets } = testSecrets();
    const SMTP_URL = `smtp://${USER}${FAR}:${server.port}`;
    const workers = await startWorkers({
      data: join(folder, 'data'),
      web: { script: BUILT.web, variables: {}, addresses: [] },
      api: { script: BUILT.api, variables: { ...secrets, API_URL: apiUrl, SMTP_URL }, addresses: [`127.0.0.1:${port}`] },
    });
    try {
      expect((await fetch(post('/account', signUpBody(uniqueEmail()), apiUrl))).status).toBe(200);
      await expect.poll(() => server.connections(), { timeout: 30_000 }).toBeGreaterThan(1);
      expectNothingInClear(server);
      expect(server.mails).toEqual([]);
      server.letThrough();
      await expect.poll(() => server.mails.length, { timeout: 90_000 }).toBe(1);
      expectNothingInClear(server);
    } finally {
      await workers.close();
    }
  });
});
