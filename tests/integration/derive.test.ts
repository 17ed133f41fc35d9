import { randomBytes, scryptSync } from 'node:crypto';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import de from '#locales/de.json' with { type: 'json' };
import { BUILT } from '#tools/build-workers.ts';
import { cpuSeconds } from '../bench/server-process.ts';
import { post, signUpBody } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const COST = { N: 16_384, r: 8, p: 1, bytes: 64 };
const PASSWORD = 'a long password';
/** Number of requests that exceeds what one network may have waiting, however fast the server computes. */
const FLOOD = 60;

let servers: TestServers;
beforeAll(async () => {
  const settings = { GOOGLE_CLIENT_ID: '', APPLE_CLIENT_ID: '', LEGACY_IMPORT: Object.values(COST).join(':') };
  servers = await startTestServers(undefined, BUILT.web, {}, async () => ({ origin: '', settings, close: async () => {} }));
});
afterAll(() => servers?.close());

const newEmail = () => `derive-${randomBytes(6).toString('hex')}@example.com`;

/** Posts a login as a browser without JavaScript does, in German. */
async function logIn(email: string, ip: string): Promise<{ status: number; retryAfter: string | null; text: string }> {
  const response = await fetch(`${servers.webUrl}/?index&view=login`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'login', form_token: 'test', email, password: PASSWORD }),
    headers: { Origin: servers.webUrl, 'X-Forwarded-For': ip, 'Accept-Language': 'de' },
    redirect: 'manual',
  });
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), text: await response.text() };
}

function expectBusy({ status, retryAfter, text }: Awaited<ReturnType<typeof logIn>>, email: string): void {
  expect(status).toBe(503);
  expect(retryAfter).toMatch(/^[1-9]\d?$/);
  expect(text).toContain(de.error_strings.busy);
  expect(text).toContain(`value="${email}"`);
  expect(text).not.toContain(PASSWORD);
}

const pidOf = (): number => servers.scryptPid() ?? 0;

describe('password derivation on the server', () => {
  test('derives a typed password in a separate process with lower priority', async () => {
    const before = cpuSeconds(pidOf());
    expect(await logIn(newEmail(), '192.0.2.10')).toMatchObject({ status: 400, retryAfter: null });
    expect(cpuSeconds(pidOf())).toBeGreaterThan(before);
    expect(getPriority(pidOf())).toBeGreaterThan(getPriority(process.pid));
  });

  test('answers one network’s flood with 503, counts only the logins that were tried, and lets other networks log in', async () => {
    const [ip, emails] = ['192.0.2.20', Array.from({ length: FLOOD }, newEmail)];
    const flood = emails.map((email) => logIn(email, ip));
    const others = await Promise.all(['192.0.2.21', '192.0.2.22'].map((other) => logIn(newEmail(), other)));
    expect(others.map(({ status }) => status)).toEqual([400, 400]);
    const answers = await Promise.all(flood);
    const busy = answers.map((answer, index) => ({ answer, email: emails[index] ?? '' })).filter(({ answer }) => answer.status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const { answer, email } of busy) expectBusy(answer, email);
    const { INTERNAL } = await servers.webEnv();
    let left = 0;
    while (await INTERNAL.reserveAttempt('login', { email: newEmail(), ip, known: [] })) left += 1;
    expect(left).toBe(100 - (FLOOD - busy.length));
  });

  test('replaces a process that stops; until then logins get 503 and pages still load', async () => {
    const email = newEmail();
    const salt = Buffer.from('a salt of that system');
    const hash = scryptSync(PASSWORD, salt, COST.bytes, { N: COST.N, r: COST.r, p: COST.p }).toString('base64');
    const { INTERNAL } = await servers.webEnv();
    const account = { email, email_verified: true, password: { salt: salt.toString('base64'), hash } };
    expect(await INTERNAL.importLegacy(account)).toMatchObject({ imported: true });
    const direct = () => fetch(post('/login', signUpBody(email, PASSWORD), servers.apiUrl));

    for (const isKilled of [true, false]) {
      const stopped = pidOf();
      process.kill(stopped, 'SIGSTOP');
      const waiting = [logIn(email, '192.0.2.30'), logIn(newEmail(), '192.0.2.31')];
      const refused = direct();
      expect((await fetch(`${servers.webUrl}/?view=login`)).status).toBe(200);
      if (isKilled) process.kill(stopped, 'SIGKILL');
      for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 503, retryAfter: '5' });
      const answer = await refused;
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ errors: { code: 500, reason: 'busy', retry_after: 5 } });
      await expect.poll(() => pidOf(), { timeout: 60_000 }).not.toBe(stopped);
      await expect.poll(async () => (await logIn(newEmail(), '192.0.2.32')).status, { timeout: 30_000 }).toBe(400);
      expect((await direct()).status).toBe(200);
    }
  });
});
