import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import { isPrivateAddress } from '#app/domain/private-address.ts';
import { findStripeFault, STRIPE_WEBHOOK_PATH } from '#workers/stripe-settings.ts';
import { sendOrder } from './control.ts';
import { dataFolder } from './paths.ts';
import { run, UserError } from './progress.ts';
import { readSettings } from './settings-file.ts';
import { type SoldPlan, setUpStripe } from './stripe-catalog.ts';
import { readDefaultPlans, toSoldPlans } from './stripe-plans.ts';

const API_VERSION = '2026-10-28.endive';

// `npm run stripe:setup`: prepares an account of Stripe (docs/operating.md). Can be repeated.
await run(async () => {
  const { values, positionals } = parseArgs({ options: { settings: { type: 'string' } }, allowPositionals: true });
  if (positionals.length > 0) throw new UserError('Usage: npm run stripe:setup [-- --settings <file>]');
  const settings = readSettings(values.settings);
  const { STRIPE_SECRET_KEY: secretKey, API_URL: apiUrl } = settings;
  if (!secretKey) throw new UserError('Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY first. See “Card payments” in docs/operating.md.');
  const fault = findStripeFault({ ...settings, STRIPE_API_URL: '' }, false);
  if (fault !== null) throw new UserError(fault);
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    telemetry: false,
    ...localApi(settings.STRIPE_API_URL),
  });
  const webhookUrl = apiUrl && isReachable(apiUrl) ? `${apiUrl}${STRIPE_WEBHOOK_PATH}` : null;
  const { done, webhookSecret } = await setUpStripe(stripe, { plans: await findPlans(), webhookUrl, apiVersion: API_VERSION });
  for (const sentence of done) console.log(sentence);
  if (webhookSecret !== null) console.log(`\nStore this setting now; Stripe shows it only once:\nSTRIPE_WEBHOOK_SECRET=${webhookSecret}`);
});

/** Returns the plans of the running server or, without one, those of the catalog’s migrations. */
async function findPlans(): Promise<Array<SoldPlan>> {
  const report = await sendOrder(dataFolder(), { do: 'list-plans' });
  if (report === null) return readDefaultPlans();
  if (!report.ok) throw new UserError(report.said);
  return toSoldPlans(JSON.parse(report.said).skus);
}

function isReachable(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:' && !isPrivateAddress(new URL(url).hostname);
}

/** Returns the address of the tests’ fake Stripe, which runs on 127.0.0.1. Returns nothing for any other address. */
function localApi(url: string | undefined): { protocol?: 'http'; host?: string; port?: string } {
  if (!url || !URL.canParse(url) || new URL(url).hostname !== '127.0.0.1') return {};
  return { protocol: 'http', host: '127.0.0.1', port: new URL(url).port };
}
