import Stripe from 'stripe';
import { TIER_RANK } from '#app/domain/plan.ts';
import {
  type ChangePreviewWire,
  changePlan,
  getPurchaseInfo,
  type PurchaseInfoWire,
  previewPlanChange,
  purchase,
} from '#app/wire/billing.ts';
import { Parent } from '#tests/clients/parent.ts';
import { controlStripe, type StripeControl } from '#tests/fakes/stripe/control.ts';
import type { Subscription } from '#tests/fakes/stripe/plain.ts';
import { startStripe } from '#tests/fakes/stripe/server.ts';
import { API_VERSION } from '#tests/fakes/stripe/version.ts';
import { setUpStripe } from '#tools/stripe-catalog.ts';
import { readDefaultPlans } from '#tools/stripe-plans.ts';
import { COUPONS } from '../coupons.ts';
import { fromNewAddress, plainLine } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { findLostDowngrade, findWrongAmounts, type Shown } from '../money-shown.ts';
import { order } from '../observe.ts';
import type { Random } from '../random.ts';
import type { Scenario, World } from '../scenario.ts';
import { startServer } from '../server.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const MONTHS = 24;
/** Families that live at the same time, on one clock. */
const BATCH = 20;
/** Number of families that live to the end. A multiple of `BATCH`. */
const HISTORIES = { short: 20, full: 2_000 };
const KEY = 'sk_test_money';
const SKUS = ['premium_monthly', 'premium_annual', 'premium_plus_monthly', 'premium_plus_annual'];
const TOKENS = ['tok_visa', 'tok_visa', 'tok_mastercard', 'tok_chargeDeclined', 'tok_chargeCustomerFail', 'tok_threeDSecure2Required'];
const CALLS = ['*', 'POST /v1/subscriptions', 'POST /v1/subscriptions/{id}', 'GET /v1/subscriptions', 'POST /v1/subscription_schedules'];
const LIVE: ReadonlyArray<string> = ['trialing', 'active', 'past_due'];
const send = fromNewAddress(plainLine);

/** `deeds`: how often a parent did something. `days`: how long the batch lived. */
type Batch = { violations: Array<Violation>; deeds: number; days: number };
type Life = { parent: Parent; random: Random } & Shown;

export const money: Scenario = {
  name: 'money',
  fault: 'random years of purchases, changes, declines and cancellations; Stripe fails, webhooks are lost, doubled and reordered',
  holds: ['I6'],
  run: async (world) => {
    const fake = await startStripe();
    const control = controlStripe(fake.origin, KEY);
    const stripe = new Stripe(KEY, { apiVersion: API_VERSION, protocol: 'http', host: '127.0.0.1', port: fake.port, maxNetworkRetries: 0 });
    const hook = { plans: readDefaultPlans(), webhookUrl: 'https://api.porchlight.example/stripe/webhook', apiVersion: API_VERSION };
    const { webhookSecret } = await setUpStripe(stripe, hook);
    const server = await startServer(world.script, undefined, {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_money',
      STRIPE_WEBHOOK_SECRET: webhookSecret ?? '',
      STRIPE_API_URL: fake.origin,
    });
    try {
      const [endpoint] = (await control.state()).endpoints;
      await stripe.webhookEndpoints.update(endpoint ?? '', { url: `${server.apiUrl}/stripe/webhook` });
      return await runHistories(world, server.apiUrl, control);
    } finally {
      await server.close();
      await fake.close();
    }
  },
};

async function runHistories({ random, size, say }: World, apiUrl: string, control: StripeControl) {
  const violations: Array<Violation> = [];
  let histories = 0;
  let times = 0;
  while (histories < HISTORIES[size] && violations.length === 0) {
    const batch = await runBatch(random, apiUrl, control);
    violations.push(...batch.violations);
    times += batch.deeds;
    histories += BATCH;
    say(`${histories} histories, ${times} deeds, the last ones over ${Math.round(batch.days / 30)} months`);
  }
  return { times, violations };
}

async function runBatch(random: Random, apiUrl: string, control: StripeControl): Promise<Batch> {
  let now = Math.floor(Date.now() / SECOND) * SECOND;
  const start = now;
  let deeds = 0;
  const done = (violations: Array<Violation>): Batch => ({ violations, deeds, days: (now - start) / DAY });
  await control.reset(now / SECOND);
  const lives: Array<Life> = [];
  for (let made = 0; made < BATCH; made += 1) {
    const coupon = random.pick([...COUPONS, null]);
    const parent = await Parent.signUp(send, undefined, apiUrl, coupon === null ? {} : { coupon: coupon.code });
    lives.push({ parent, random, coupon, quotes: new Set(), promised: null, downgrade: null });
  }
  while (now < start + MONTHS * 30 * DAY) {
    await moveAll(lives, apiUrl, now);
    await breakStripe(random, control);
    await Promise.all(lives.map((life) => act(life)));
    deeds += lives.length;
    await control.plan();
    await deliverSome(random, control);
    const found = await checkAll(lives, apiUrl, control, { actedAt: now, at: now + 11 * MINUTE });
    if (found.length > 0) return done(found);
    now += 11 * MINUTE + random.int(40 * DAY);
    now -= now % SECOND;
    await control.advanceTo(now / SECOND);
  }
  return done([]);
}

/** Sets the clock of every family and logs its parent in again, because idle sessions end. */
async function moveAll(lives: Array<Life>, apiUrl: string, at: number): Promise<void> {
  await Promise.all(
    lives.map(async (life) => {
      await order(apiUrl, 'skip', { accountId: life.parent.accountId, at });
      life.parent = await Parent.signIn(send, life.parent.email, apiUrl);
      life.parent.clock = at;
    }),
  );
}

async function breakStripe(random: Random, control: StripeControl): Promise<void> {
  if (random.chance(0.6)) return;
  const kind = random.pick(['outage', 'cut', 'error_after', 'cut_after'] as const);
  await control.plan({ call: random.pick(CALLS), kind, times: 1 + random.int(6) });
}

/** Does one random thing as a parent. A refusal is fine, because only the resulting state is checked. */
async function act(life: Life): Promise<void> {
  const { parent, random } = life;
  const sku = random.pick(SKUS);
  const deed = random.int(9);
  const body = [{ email: parent.email, sku, token: random.pick(TOKENS), trial: random.chance(0.5) }];
  // These can change the plan or withdraw the downgrade, even if their answer is lost.
  if (deed < 3 || deed === 6) life.downgrade = null;
  if (deed < 3) {
    // Half of the purchases are sent twice with one key.
    const key = crypto.randomUUID();
    // For a family that has a plan, this is an upgrade.
    const quote = await readQuote(parent, sku);
    if (quote !== null) life.quotes?.add(quote.amount_due_uscent);
    else if ((await readSku(parent)) !== 'free') life.quotes = null;
    const buy = () => parent.raw(purchase.method, purchase.path, body, { key });
    await Promise.all(random.chance(0.5) ? [buy(), buy()] : [buy()]);
  } else if (deed === 3) await parent.raw('POST', '/payment_sources', { token: random.pick(TOKENS) });
  else if (deed === 4) await parent.raw('DELETE', `/subscription?sku=${(await readSku(parent)) ?? sku}`);
  else if (deed === 5) await parent.raw('PUT', `/subscription?sku=${(await readSku(parent)) ?? sku}`);
  else if (deed === 6) await parent.raw('DELETE', '/plan_change');
  else if (deed < 9) {
    const quote = await readQuote(parent, sku);
    if (quote === null) return;
    life.quotes?.add(quote.amount_due_uscent);
    life.downgrade = null;
    const { proration_ts, amount_due_uscent, next_amount_uscent } = quote;
    const answer = await parent.raw(changePlan.method, changePlan.path, { sku, proration_ts, amount_due_uscent, next_amount_uscent });
    if (answer.status === 200 && quote.direction === 'downgrade') life.downgrade = { sku, at: proration_ts, price: next_amount_uscent };
  }
}

/** Returns what a change costs; null if it is not possible, or Stripe does not answer. */
async function readQuote(parent: Parent, sku: string): Promise<ChangePreviewWire | null> {
  const quote = previewPlanChange.output.safeParse((await parent.raw('GET', `${previewPlanChange.path}?sku=${sku}`)).body);
  return quote.success ? quote.data : null;
}

async function readSku(parent: Parent): Promise<string | null> {
  return (await readInfo(parent))?.sku_id ?? null;
}

async function readInfo(parent: Parent): Promise<PurchaseInfoWire | null> {
  const info = getPurchaseInfo.output.safeParse((await parent.raw('GET', `${getPurchaseInfo.path}?query=summary`)).body);
  return info.success ? info.data : null;
}

/** Delivers some of the waiting webhooks, in any order and some twice. The others are lost. */
async function deliverSome(random: Random, control: StripeControl): Promise<void> {
  const waiting = await control.webhooks();
  await control.forget(...waiting.map(({ id }) => id));
  const sent = waiting.filter(() => random.chance(0.3)).flatMap((webhook) => (random.chance(0.2) ? [webhook, webhook] : [webhook]));
  for (const { url, body, signature } of sent.sort(() => random.next() - 0.5)) {
    await (await fetch(url, { method: 'POST', body, headers: { 'Stripe-Signature': signature } })).arrayBuffer();
  }
}

/** Checks that, after one sync, every family has the plan that it pays for, once, and that every charge is what it was shown. */
async function checkAll(
  lives: Array<Life>,
  apiUrl: string,
  control: StripeControl,
  { actedAt, at }: { actedAt: number; at: number },
): Promise<Array<Violation>> {
  await control.advanceTo(at / SECOND);
  await Promise.all(
    lives.map(async ({ parent }) => {
      await order(apiUrl, 'skip', { accountId: parent.accountId, at });
      parent.clock = at;
    }),
  );
  const infos = await Promise.all(lives.map(async (life) => ({ life, info: await readInfo(life.parent) })));
  const state = await control.state();
  const broken: Array<string> = [];
  for (const { life, info } of infos) {
    const { email } = life.parent;
    const customer = state.customers.find((one) => one.email === email)?.id;
    const live = state.subscriptions.filter((one) => one.customer === customer && LIVE.includes(one.status));
    const paidFor = live.map(skuOf).sort((a, b) => rankOf(b) - rankOf(a))[0] ?? 'free';
    if (info?.sku_id !== paidFor) broken.push(`${email} has ${info?.sku_id} and pays for ${paidFor}`);
    if (live.length > 1) broken.push(`${email} pays for ${live.length} subscriptions`);
    for (const one of live) {
      if (one.discounts.length > 0 && life.coupon?.skus.includes(skuOf(one)) !== true)
        broken.push(`${email} keeps a discount of ${life.coupon?.code} on ${skuOf(one)}`);
    }
    const own = state.invoices.filter((invoice) => invoice.customer === customer);
    broken.push(...findWrongAmounts(life, own, actedAt).map((what) => `${email} ${what}`));
    broken.push(...findLostDowngrade(life, info?.summary, at).map((what) => `${email} ${what}`));
    const { renewal_ts = null, price_uscent = null } = info?.summary ?? {};
    life.promised = renewal_ts === null || price_uscent === null ? null : { at: renewal_ts, price: price_uscent };
  }
  const periods = state.invoices.flatMap(({ status, amount_paid, billing_reason, lines, customer }) =>
    status === 'paid' && amount_paid > 0 && billing_reason !== 'subscription_update'
      ? [`${customer} from ${lines.data[0]?.period.start}`]
      : [],
  );
  for (const [index, period] of periods.entries()) {
    if (periods.indexOf(period) !== index) broken.push(`${period} was charged twice`);
  }
  return broken.map((what): Violation => ({ invariant: 'I6', what }));
}

function skuOf({ items }: Subscription): string {
  return items.data[0]?.price.lookup_key ?? '';
}

function rankOf(sku: string): number {
  const tier = sku.startsWith('premium_plus') ? 'premium_plus' : 'premium';
  return TIER_RANK[tier];
}
