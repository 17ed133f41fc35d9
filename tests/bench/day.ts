import { scrypt } from 'node:crypto';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { createAccount } from '#app/wire/account.ts';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import { dataFolder } from '#tools/paths.ts';
import { isStopping } from '#tools/stopping.ts';
import { Parent, post, read, signUpBody } from '../clients/parent.ts';
import { findWrong, liveUntil, WHOLE_DAY } from '../day/life.ts';
import { openManagePage } from './family.ts';
import { signedInContext } from './in-chromium.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import type { Row } from './row.ts';
import { movedPages } from './time-shifted-pages.ts';

const EMAIL = 'day@porchlight.example';
const PASSWORD = 'a calm evening';
const TURN_MS = 1_000;
const WIDTHS = [375, 1280];

/**
 * Simulates a day of three children and six devices, and checks the state that each device enforced. Then takes screenshots of the family
 * in Chromium at the last minute. With `stay` the product keeps running with its devices until Ctrl-C. `until`: an instant of the day, such
 * as 2026-10-25T22:20Z.
 */
export async function measureDay({ until, stay }: { until: string | undefined; stay: boolean }): Promise<Array<Row>> {
  const last = until === undefined ? WHOLE_DAY : Date.parse(until);
  if (Number.isNaN(last)) throw new Error(`--until must be a time such as 2026-10-25T22:20Z; got “${until}”.`);
  const { script, forget } = await bundleEntry('api');
  const pages = await movedPages(last);
  const product = await startProduct({ api: script, web: pages.script });
  try {
    const grant = async (email: string) => (await product.webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
    const { parent, login } = await signUp(product);
    const { lines, obey } = await liveUntil({ apiUrl: product.apiUrl, grant, until: last, parent });
    const pictures = await takePictures(product, { parent, login });
    const wrong = findWrong(lines);
    const told = lines.map(
      (line) => `${line.time}  ${line.device.padEnd(12)}  ${line.enforced.padEnd(7)}  ${line.isOffline ? 'offline. ' : ''}${line.why}`,
    );
    if (stay) await keepOpen(product, told, obey);
    return [
      {
        name: 'A day in the life of six devices',
        measured: `${wrong.length} of ${lines.length} lines wrong`,
        bar: '0',
        control: null,
        verdict: wrong.length === 0 ? 'met' : 'missed',
        figures: { lines, wrong, pictures },
        notes: [
          ...told,
          `In Chromium at the last minute: ${pictures.join(', ')}. Use --until <time> --stay to keep the family running for a browser.`,
        ],
      },
    ];
  } finally {
    await product.close();
    pages.forget();
    forget();
  }
}

/** Creates an account that a person can log in to: its password is derived as in a browser. */
async function signUp(product: Product) {
  const derive = (password: Uint8Array, salt: Uint8Array, { N, r, p, dkLen }: { N: number; r: number; p: number; dkLen: number }) =>
    new Promise<Uint8Array>((done, fail) => {
      scrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, bytes) => (error === null ? done(bytes) : fail(error)));
    });
  const key = await deriveAuthKey(EMAIL, PASSWORD, derive);
  const answer = await read(await fetch(post(createAccount.path, signUpBody(EMAIL, key), product.apiUrl)));
  const login = createAccount.output.parse(answer.body);
  return { login, parent: new Parent(fetch, login, product.apiUrl) };
}

/** Takes screenshots of each child’s page and of My family; returns the file paths. */
async function takePictures(product: Product, { parent, login }: Awaited<ReturnType<typeof signUp>>): Promise<Array<string>> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  const files: Array<string> = [];
  try {
    const opened = await openManagePage(product, { parent, login, children: [], agents: [] });
    opened.visitor.close();
    for (const width of WIDTHS) {
      const context = await signedInContext(browser, product, opened, { viewport: { width, height: 900 }, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(opened.url);
      const links = await page.locator('.switcher a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const [index, path] of [...links, '/my-family'].entries()) {
        await page.goto(product.webUrl + path);
        const file = join(dataFolder(), 'bench', `day-${width}-${index + 1}.png`);
        await page.screenshot({ path: file, fullPage: true });
        files.push(file);
      }
      await context.close();
    }
    return files;
  } finally {
    await browser.close();
  }
}

async function keepOpen(product: Product, told: ReadonlyArray<string>, obey: () => Promise<void>): Promise<void> {
  console.log(`\n${told.slice(-6).join('\n')}\n`);
  console.log(
    `Family at that time: ${product.webUrl}/login, log in as ${EMAIL} / ${PASSWORD}. Its clock is stopped. Press Ctrl-C to stop.`,
  );
  while (!isStopping()) {
    await obey();
    await new Promise((done) => setTimeout(done, TURN_MS));
  }
}
