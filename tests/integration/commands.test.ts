import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ROOT } from '#tools/paths.ts';
import { formatSecrets, makeSecrets } from '#tools/secrets.ts';
import { findFreePort } from '../servers.ts';

const BOOTSTRAP = join(ROOT, 'tools', 'bootstrap.mjs');
const folder = mkdtempSync(join(tmpdir(), 'porchlight-commands-'));
const started: Array<ChildProcess> = [];

type Ended = { code: number | null; output: string };
type Running = { child: ChildProcess; output(): string; until(text: string): Promise<void>; ended: Promise<Ended> };

/** Runs a command of package.json as npm does, without npm. Its environment contains no settings except `env`. */
function start(args: Array<string>, env: Record<string, string> = {}, node: Array<string> = []): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...node, BOOTSTRAP, ...args], { env: { PATH, HOME, DATA_DIR: join(folder, 'data'), ...env } });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return {
    child,
    output: () => output,
    ended,
    until: async (text) => {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(output);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
  };
}

function runsStill(pid: number | undefined): Array<string> {
  const children = (of: number): Array<number> =>
    readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return pid === undefined || !existsSync(`/proc/${pid}`) ? [] : [String(pid), ...children(pid).map(String)];
}

const SERVED = {
  PUBLIC_URL: 'https://porchlight.example',
  API_URL: 'https://api.porchlight.example',
  MAIL_FROM: 'a@b.example',
  SMTP_URL: 'smtp://x',
};

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill();
    await once(child, 'close');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('commands of package.json', () => {
  test('start prints an address and a login, keeps the login for the next start, and leaves no process when stopped', {
    timeout: 240_000,
  }, async () => {
    const PORT = String(await findFreePort());
    const signIns: Array<string | undefined> = [];
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = start(['start'], { PORT });
      await running.until('Press Ctrl-C to stop');
      expect((await fetch(`http://127.0.0.1:${PORT}/login`)).status).toBe(200);
      expect((await start(['start'], { PORT: String(await findFreePort()) }).ended).output).toContain('is already running');
      signIns.push(/log in as (\S+ \/ \S+)/.exec(running.output())?.[1]);
      const family = runsStill(running.child.pid);
      expect(family.length).toBeGreaterThan(1);
      running.child.kill(signal);
      expect((await running.ended).code).toBe(0);
      expect(family.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    }
    expect(signIns[0]).toBeDefined();
    expect(signIns[1]).toBe(signIns[0]);
  });

  test('dev closes everything and releases its data folder on SIGTERM', { timeout: 240_000 }, async () => {
    const data = join(folder, 'dev');
    const running = start(['dev'], { PORT: String(await findFreePort()), DATA_DIR: data });
    await running.until('Press Ctrl-C to stop');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    expect(JSON.parse(readFileSync(join(data, 'lock-1.json'), 'utf8'))).toMatchObject({ owner: null, workerds: [] });
  });

  test.each<[string, Array<string>, Record<string, string>, string]>([
    ['a PORT that is not a number', ['start'], { PORT: 'eighty' }, 'PORT must be a number'],
    ['a data folder that cannot be written', ['start'], { DATA_DIR: `${BOOTSTRAP}/data` }, 'can’t write to'],
    ['an unknown command', ['fly'], {}, 'Unknown command: fly'],
    ['an unknown option', ['serve', '--fast'], {}, "Unknown option '--fast'"],
    ['grant without a plan', ['grant', 'a@b.example'], {}, 'npm run grant -- <email> <sku>'],
    ['grant on data that does not exist', ['grant', 'a@b.example', 'plus'], { DATA_DIR: '/nowhere' }, 'Run npm start first'],
    [
      'serve without settings',
      ['serve'],
      {},
      'SESSION_KEYS, PUBLIC_URL, API_URL, SEAL_KEYS, DIRECTORY_KEY, PASSWORD_PEPPER, MAIL_FROM, SMTP_URL',
    ],
    ['serve without secrets', ['serve'], SERVED, 'Missing settings: SESSION_KEYS, SEAL_KEYS, DIRECTORY_KEY, PASSWORD_PEPPER'],
    [
      'a PUBLIC_URL without https',
      ['serve'],
      { ...SERVED, ...makeSecrets(), PUBLIC_URL: 'http://porchlight.example' },
      'must be an https origin',
    ],
    [
      'an SMTP_URL without a scheme for email',
      ['serve'],
      { ...SERVED, ...makeSecrets(), SMTP_URL: 'mail.example:587' },
      'SMTP_URL must be smtps://',
    ],
    [
      'an SMTP_URL with a query',
      ['serve'],
      { ...SERVED, ...makeSecrets(), SMTP_URL: 'smtp://a:b@mail.example/?tls=off' },
      'SMTP_URL ends after the port',
    ],
    [
      'a CHILD_APP_URL_IOS that is no URL',
      ['start'],
      { CHILD_APP_URL_IOS: 'apps.example/ios' },
      'CHILD_APP_URL_IOS must be an https address',
    ],
    [
      'a CHILD_APP_URL_OTHER without https',
      ['serve'],
      { ...SERVED, ...makeSecrets(), SMTP_URL: 'smtp://mail.example', CHILD_APP_URL_OTHER: 'http://apps.example/' },
      'CHILD_APP_URL_OTHER must be an https address',
    ],
    ['serve with a missing settings file', ['serve', '--settings', '/nowhere'], {}, 'File not found: /nowhere'],
    ['grant with a missing settings file', ['grant', 'a@b.example', 'plus', '--settings', '/nowhere'], {}, 'File not found: /nowhere'],
    ['an unknown check', ['test', 'luck'], {}, 'Unknown check: luck'],
    ['deploy without its variables', ['deploy'], {}, 'Missing environment variables: PUBLIC_URL, API_URL, MAIL_FROM'],
  ])('exits with 1 and prints one sentence for %s', async (_, args, env, sentence) => {
    const { code, output } = await start(args, env).ended;
    expect(output).toContain(sentence);
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !line.includes(' … ')),
    ).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('exits with 1 and prints one sentence for a port in use', async () => {
    const port = await findFreePort();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const { code, output } = await start(['start'], { PORT: String(port) }).ended;
    taken.close();
    expect(output).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT=${port + 10}.\n`);
    expect(code).toBe(1);
  });

  test('exits with 1 and prints one sentence for a Node that is too old', async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})';
    const { code, output } = await start(['start'], {}, ['--import', pretend]).ended;
    expect(output).toBe('Node 18.20.0 is too old. Install Node 22.13 or newer.\n');
    expect(code).toBe(1);
  });

  test('serve runs without the demonstration and without a Host check, with https addresses', { timeout: 120_000 }, async () => {
    const PORT = String(await findFreePort());
    const settings = join(folder, 'settings');
    writeFileSync(settings, formatSecrets(makeSecrets()));
    const DATA_DIR = join(folder, 'served');
    const running = start(['serve', '--settings', settings], { ...SERVED, PORT, DATA_DIR });
    await running.until('web on');
    const page = await fetch(`http://127.0.0.1:${PORT}/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('Strict-Transport-Security')).toContain('max-age');
    expect((await fetch(`http://127.0.0.1:${PORT}/mailbox`, { redirect: 'manual' })).status).not.toBe(200);
    const post = (origin: string) =>
      fetch(`http://127.0.0.1:${PORT}/login`, { method: 'POST', headers: { Origin: origin }, body: new FormData() });
    expect((await post('http://127.0.0.1')).status).toBe(403);
    expect((await post(SERVED.PUBLIC_URL)).status).not.toBe(403);
    expect(existsSync(join(DATA_DIR, 'demo.json'))).toBe(false);
    expect((await start(['reset'], { DATA_DIR }).ended).output).toContain('is already running');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    // Without a server, the commands open the state with the same settings file, whose lines a shell could not parse.
    appendFileSync(settings, 'MAIL_FROM=Porchlight <a@b.example>\n');
    for (const order of [
      ['grant', 'nobody@b.example', 'premium_annual'],
      ['export', 'nobody@b.example', '--to', join(folder, 'nobody')],
    ]) {
      const found = await start([...order, '--settings', settings], { DATA_DIR }).ended;
      expect([found.output, found.code]).toEqual([expect.stringMatching(/nobody@b\.example/), 1]);
      expect(found.output).not.toContain('does not match');
      const without = await start(order, { DATA_DIR }).ended;
      expect(without.output).toContain('does not match the data');
    }
    const others = join(folder, 'others');
    writeFileSync(
      others,
      readFileSync(settings, 'utf8').replace(/^PASSWORD_PEPPER=.*$/m, `PASSWORD_PEPPER=${makeSecrets().PASSWORD_PEPPER}`),
    );
    const refused = await start(['serve', '--settings', others], { ...SERVED, PORT, DATA_DIR }).ended;
    expect(refused.output).toContain('PASSWORD_PEPPER does not match');
    expect(refused.code).toBe(1);
    expect((await start(['reset'], { DATA_DIR }).ended).code).toBe(0);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});
