import { randomBytes } from 'node:crypto';
import { chromium } from '@playwright/test';
import type { InternalService } from '#app/context.ts';
import { BUILT } from '#tools/build-workers.ts';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { startIdentityProvider } from '#tools/identity-provider.ts';
import { authKey, post, signUpBody } from '../clients/parent.ts';
import { buildForTests, startTestServers } from '../servers.ts';
import { CONTROL_LIMITS, isControlWithinLimits, type Row } from './row.ts';
import { compare, median } from './statistics.ts';

/** Number of addresses of each kind. Each allows five password resets an hour, and the longest comparison needs 260. */
const ADDRESSES = 60;
const TRIES = 10;
const ROUNDS = 5;
const SIGN_ONS = 7;

type Ask = (email: string) => Promise<void>;

/** Measures whether response times reveal which addresses have an account, and how long single sign-on takes. */
export async function measureIdentity(): Promise<Array<Row>> {
  const forget = await buildForTests();
  const servers = await startTestServers(undefined, BUILT.web, {}, startIdentityProvider);
  try {
    const { INTERNAL } = await servers.webEnv();
    const [known, unknown] = [newAddresses(), newAddresses()];
    for (const email of known) await ask(INTERNAL, servers.apiUrl, '/account', signUpBody(email), 200);
    const logIn: Ask = (email) => ask(INTERNAL, servers.apiUrl, '/login', signUpBody(email, authKey('wrong')), 400);
    const forgot: Ask = (email) => ask(INTERNAL, servers.apiUrl, '/resetpw', { email }, 200);
    return [
      await compareAddresses('Time of a refused login: known over unknown address', logIn, known, unknown),
      await compareAddresses('Time of a forgotten password: known over unknown address', forgot, known, unknown),
      await timeSignOn(servers.webUrl),
    ];
  } finally {
    await servers.close();
    forget();
  }
}

/**
 * Compares response times of known and unknown addresses in alternation. Requests each address once first, because a new object answers
 * more slowly.
 */
async function compareAddresses(name: string, work: Ask, known: ReadonlyArray<string>, unknown: ReadonlyArray<string>): Promise<Row> {
  const inTurn = (emails: ReadonlyArray<string>) => {
    let next = 0;
    return async () => {
      const times: Array<number> = [];
      for (let index = 0; index < TRIES; index += 1) {
        const before = performance.now();
        await work(emails[next++ % emails.length] ?? '');
        times.push(performance.now() - before);
      }
      return median(times);
    };
  };
  for (const email of [...known, ...unknown]) await work(email);
  const { a, b, ratio, control, rounds } = await compare({ a: inTurn(known), b: inTurn(unknown) }, ROUNDS);
  const isAlike = ratio >= CONTROL_LIMITS.low && ratio <= CONTROL_LIMITS.high;
  return {
    name,
    measured: `${ratio.toFixed(2)} times`,
    bar: `${CONTROL_LIMITS.low} to ${CONTROL_LIMITS.high}`,
    control,
    verdict: isControlWithinLimits(control) ? (isAlike ? 'met' : 'missed') : 'too noisy',
    figures: { a, b, ratio, rounds },
    notes: [`${a.toFixed(2)} ms for an address with an account, ${b.toFixed(2)} ms for one without.`],
  };
}

/** Sends a request like the web Worker. Uses a new network address each time, so that no rate limit is measured. */
async function ask(internal: InternalService, apiUrl: string, path: string, body: unknown, status: number): Promise<void> {
  const ip = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const about = { ip, browser: null, counted: true, known: [], freshId: null, place: null };
  const response = await internal.call(post(path, body, apiUrl), about);
  await response.text();
  if (response.status !== status) throw new Error(`${path} was answered ${response.status}`);
}

function newAddresses(): Array<string> {
  return Array.from({ length: ADDRESSES }, newAddress);
}

function newAddress(): string {
  return `bench-${randomBytes(8).toString('hex')}@example.com`;
}

/** Measures the time from the sign-on link to the family’s first page, with one click at the provider. */
async function timeSignOn(webUrl: string): Promise<Row> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    const times: Array<number> = [];
    const person = { email: newAddress(), name: 'Ada Example' };
    for (let index = 0; index <= SIGN_ONS; index += 1) {
      const page = await (await browser.newContext({ locale: 'en', baseURL: webUrl })).newPage();
      const before = performance.now();
      await page.goto('/google-sso-init');
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=name]').fill(person.name);
      await page.locator('button[value=continue]').click();
      if (index === 0) {
        await page.waitForURL('**/signup');
        await page.locator('button[name=intent][value=signup-sso]').click();
      }
      await page.waitForURL('**/connect');
      // The first run signs up, so it is not counted.
      if (index > 0) times.push(performance.now() - before);
      await page.context().close();
    }
    const time = median(times);
    return {
      name: 'Single sign-on against the local provider, in Chromium, from the link to /connect',
      measured: `${time.toFixed(0)} ms`,
      bar: '–',
      control: null,
      verdict: 'for information',
      figures: { times },
      notes: [times.map((ms) => ms.toFixed(0)).join(', ')],
    };
  } finally {
    await browser.close();
  }
}
