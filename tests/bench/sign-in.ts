import { randomBytes } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { type Product, startProduct } from './product.ts';
import { isControlWithinLimits, judge, type Row } from './row.ts';
import { cpuSecondsOf } from './server-process.ts';
import { compare, median } from './statistics.ts';

const LOGINS = 4;
const SIGN_UPS = 5;
/** Maximum derivation time in Chromium on this machine. */
const DERIVATION_BAR_MS = 1_500;
const PATIENCE_MS = 60_000;

/**
 * Measures the CPU time of a login at the edge, with and without derivation in the browser. Also measures the time of derivation and key
 * generation in Chromium.
 */
export async function measureSignIn(): Promise<Array<Row>> {
  const product = await startProduct({ webVariables: { TRUSTED_PROXY: '127.0.0.1' } });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    return [await compareSignIns(product), await timeKeys(await browser.newPage({ locale: 'en' }), product)];
  } finally {
    await browser.close();
    await product.close();
  }
}

/**
 * Compares the CPU time of logins with typed and with derived passwords. Uses unknown addresses, which cost the same as known ones (S01).
 * Uses each address once, so that no rate limit applies.
 */
async function compareSignIns(product: Product): Promise<Row> {
  const derived = () => cpuPerLogin(product, { password_derived: randomBytes(32).toString('hex') });
  const typed = () => cpuPerLogin(product, { password: 'long enough 1' });
  await derived();
  await typed();
  const { a, b, ratio, control, rounds } = await compare({ a: typed, b: derived });
  return {
    name: 'Sign-in CPU at the edge: password typed over derived in the browser',
    measured: `${ratio.toFixed(1)} times`,
    bar: '–',
    control,
    verdict: isControlWithinLimits(control) ? 'for information' : 'too noisy',
    figures: { a, b, ratio, rounds },
    notes: [`${a.toFixed(0)} ms of CPU per sign-in where the edge derives, ${b.toFixed(1)} ms where the browser did.`],
  };
}

/** Returns the CPU time per login of workerd and of the derivation process, in ms. */
async function cpuPerLogin(product: Product, password: Record<string, string>): Promise<number> {
  const used = () => cpuSecondsOf([product.pid, product.scryptPid()]);
  const before = used();
  await logIn(product, password);
  return ((used() - before) * 1000) / LOGINS;
}

async function logIn({ webUrl }: Product, password: Record<string, string>): Promise<void> {
  for (let index = 0; index < LOGINS; index += 1) {
    const email = `bench-${randomBytes(8).toString('hex')}@example.com`;
    const response = await fetch(`${webUrl}/?index&view=login`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'login', form_token: 'bench', email, ...password }),
      headers: { Origin: webUrl, 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` },
      redirect: 'manual',
    });
    await response.text();
    if (response.status !== 400) throw new Error(`A login of an unknown address was answered ${response.status}`);
  }
}

/** Measures from the click to the POST: the derivation at login, and derivation plus key generation at sign-up. */
async function timeKeys(page: Page, { webUrl }: Product): Promise<Row> {
  const logins: Array<number> = [];
  const signUps: Array<number> = [];
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  for (let index = 0; index < SIGN_UPS; index += 1) {
    logins.push(await timePost(page, webUrl, 'login'));
    signUps.push(await timePost(page, webUrl, 'signup'));
  }
  const [login, signUp] = [median(logins), median(signUps)];
  return {
    name: 'Derivation of a password in Chromium, with the start of its worker',
    measured: `${login.toFixed(0)} ms`,
    bar: `${DERIVATION_BAR_MS} ms`,
    control: null,
    verdict: judge(login, DERIVATION_BAR_MS),
    figures: { logins, signUps },
    notes: [`A sign-up, which makes the key pair beside it: ${signUp.toFixed(0)} ms, ${signUps.map((ms) => ms.toFixed(0)).join(', ')}.`],
  };
}

async function timePost(page: Page, webUrl: string, view: 'login' | 'signup'): Promise<number> {
  await page.goto(`${webUrl}/?view=${view}`, { waitUntil: 'networkidle' });
  await page.locator('[name=email]').fill('bench@example.com');
  await page.locator('[name=password]').fill('long enough 1');
  const isPosted = page.waitForRequest((request) => (request.postData() ?? '').includes('password_derived'), { timeout: PATIENCE_MS });
  const before = performance.now();
  await page.locator(`button[name=intent][value=${view}]`).click();
  await isPosted;
  return performance.now() - before;
}
