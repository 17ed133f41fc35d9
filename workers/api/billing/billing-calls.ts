import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import type { ChangePreviewWire, CheckoutWire, PurchaseInfoWire } from '#app/wire/billing';
import {
  changePlan,
  createCheckout,
  finishCheckout,
  getPurchaseInfo,
  listPaymentSources,
  purchase,
  putPaymentSource,
} from '#app/wire/billing';
import { invalid, priceChanged, providerDown } from '#app/wire/errors';
import { readTogether } from '#app/wire/reads';
import { flagSchema } from '#app/wire/values';
import type { Caller } from '../caller';
import type { ApiEnv } from '../env';
import { permittedCardSchema, permittedCheckoutSchema, permittedOwnSchema } from '../family/billing/billing';
import { type PermittedOrder, permittedChangeSchema, permittedOrderSchema } from '../family/billing/permitted';
import { unauthorised } from '../family/core/signature';
import { familyOf, findFamily } from '../family-of';
import { buy, customerOf, requireProvider, returnUrlOf, unwrapResult } from './buy';
import { describeDowngrade, describeUpgrade, priceAfterChange } from './change-preview';
import { finishPermitted } from './finish-checkout';
import type { BillingProvider, Result } from './provider';
import { confirmPage, takeConfirmation } from './sandbox/confirm-page';
import { CONFIRM_PATH } from './sandbox/sandbox';
import { syncBilling } from './sync-billing';

type BillingApp = { Bindings: ApiEnv & { caller: Caller } };
type BillingContext = Context<BillingApp>;

/** Time after a sync during which reading the plan asks the provider nothing (SUBS-112). */
const FRESH_MS = 10 * 60_000;
/** The same for a call that asks for the newest state, after an outcome that is unknown. */
const ASKED_FRESH_MS = 5_000;
/** A preview can be used for this long. */
const PREVIEW_LIFE_MS = 60 * 60_000;

/** Thrown if the family does not permit a call. Contains the family's response, which the caller gets unchanged. */
class Unpermitted extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('The family does not permit the call');
    this.response = response;
  }
}

/**
 * Creates the routes of the calls that need the payment provider. First the family checks signature, idempotency and rules; then the
 * provider acts; then a sync stores the result in the family.
 */
export function createBillingApp(): Hono<BillingApp> {
  const app = new Hono<BillingApp>();
  app.onError((error) => {
    if (error instanceof Unpermitted) return error.response;
    throw error;
  });
  app.get(CONFIRM_PATH, (c) => confirmPage(c.env, c.req.header('Accept-Language') ?? null, c.req.query('id') ?? ''));
  app.post(CONFIRM_PATH, async (c) =>
    takeConfirmation(c.env, c.req.header('Accept-Language') ?? null, await c.req.parseBody().catch(() => ({}))),
  );
  app.get(getPurchaseInfo.path, readInfo);
  app.get(readTogether.path, readInfo);
  app.post(purchase.path, async (c) => {
    const body = c.req.raw.clone();
    const permitted = await permit(c, permittedOrderSchema);
    const [order] = purchase.body.parse(await body.json());
    await buy(c.env, permitted, order?.token ?? '');
    return c.json(await infoOf(c, permitted.buyer.accountId));
  });
  app.post(createCheckout.path, async (c) => c.json(await openCheckout(c, await readUi(c), await permit(c, permittedOrderSchema))));
  app.put(finishCheckout.path, async (c) => c.json(await finishPermitted(c.env, await permit(c, permittedCheckoutSchema))));
  app.get('/plan_change', async (c) => c.json(await previewChange(c)));
  app.put('/plan_change', changeSubscription);
  app.delete('/plan_change', async (c) => act(c, (provider, id, key) => provider.releaseSchedule(id, key)));
  app.delete('/subscription', async (c) => act(c, (provider, id, key) => provider.setCancelAtPeriodEnd(id, true, key)));
  app.put('/subscription', async (c) => act(c, (provider, id, key) => provider.setCancelAtPeriodEnd(id, false, key)));
  app.post(putPaymentSource.path, replaceCard);
  return app;
}

/**
 * Lets the family check the call and returns what it permits.
 * @throws Unpermitted with the family’s answer otherwise
 */
async function permit<T>(c: BillingContext, schema: z.ZodType<T>): Promise<T> {
  const family = findFamily(c.env, c.req.header('X-Account-Id') ?? '');
  if (family === null) throw unauthorised('session');
  const answer = await family.fetch(c.req.raw.clone());
  if (!answer.ok) throw new Unpermitted(answer);
  return schema.parse(await answer.json());
}

function infoOf(c: BillingContext, accountId: string): Promise<PurchaseInfoWire> {
  return familyOf(c.env, accountId).describePurchase();
}

/** Returns the idempotency key of a change at the provider. It contains the parent’s own key, so that a repeated call has one effect. */
function keyOf(c: BillingContext, accountId: string): string {
  return `${accountId} ${c.req.header('Idempotency-Key') ?? ''}`;
}

/**
 * Syncs after a change at the provider.
 * @throws Refusal 503 if the provider does not respond; the change itself is done
 */
async function syncAfter(c: BillingContext, accountId: string): Promise<void> {
  if ((await syncBilling(c.env, accountId)) === 'unavailable') throw providerDown();
}

/** Answers GET /purchase_info, and GET /reads if it is one of the reads. Other reads pass through. */
async function readInfo(c: BillingContext): Promise<Response> {
  const accountId = c.req.header('X-Account-Id') ?? '';
  const family = findFamily(c.env, accountId);
  if (family === null) throw unauthorised('session');
  const answer = await family.fetch(c.req.raw.clone());
  const { pathname, search } = new URL(c.req.url);
  const reads = [pathname + search, ...(c.req.queries('path') ?? [])].filter((path) => path.split('?')[0] === getPurchaseInfo.path);
  if (!answer.ok || reads.length === 0) return answer;
  const isAsked = reads.some((path) => flagSchema.parse(new URLSearchParams(path.split('?')[1]).get('fresh') ?? undefined) === true);
  // The bank may just have confirmed a payment that waits for it.
  const isDue = (await family.isSyncDue(isAsked ? ASKED_FRESH_MS : FRESH_MS)) || (isAsked && (await family.isWaitingForBank()));
  if (!isDue) return answer;
  await syncBilling(c.env, accountId);
  return family.fetch(c.req.raw);
}

async function readUi(c: BillingContext): Promise<'elements' | 'hosted'> {
  const read = createCheckout.body.safeParse(
    await c.req.raw
      .clone()
      .json()
      .catch(() => null),
  );
  return read.success ? read.data.ui : 'hosted';
}

async function openCheckout(c: BillingContext, ui: 'elements' | 'hosted', permitted: PermittedOrder): Promise<CheckoutWire> {
  const { env } = c;
  const { buyer, order, checkoutId, expiresAt } = permitted;
  const family = familyOf(env, buyer.accountId);
  const provider = await requireProvider(env);
  for (const { id, providerId } of permitted.supersedes) {
    const expired = await provider.expireCheckout(providerId);
    if (!expired.ok && expired.error.kind === 'conflict') await syncAfter(c, buyer.accountId);
    unwrapResult(expired);
    await family.changeCheckout(id, { state: 'expired' });
  }
  let { open } = permitted;
  if (open === null) {
    const customerId = await customerOf(env, provider, buyer);
    const common = { customerId, accountId: buyer.accountId, ui, locale: buyer.locale, idempotencyKey: checkoutId, expiresAt };
    const returnUrl = returnUrlOf(env, checkoutId);
    const { id: providerId, ...answer } = unwrapResult(
      await provider.createCheckout(
        order === null
          ? { ...common, returnUrl, mode: 'setup' }
          : { ...common, returnUrl, mode: 'subscription', ...order, couponId: order.coupon },
      ),
    );
    open = { providerId, ...answer };
    await family.changeCheckout(checkoutId, { providerId, answer });
  }
  return {
    checkout_id: checkoutId,
    provider: provider.name,
    publishable_key: provider.publishableKey,
    client_secret: open.clientSecret,
    url: open.url,
    expires_ts: expiresAt,
    order:
      order === null
        ? null
        : {
            sku: order.sku,
            price_uscent: Math.floor((order.price * (100 - order.percentOff) + 50) / 100),
            full_price_uscent: permitted.fullPrice,
            percent_off: order.percentOff,
            trial_days: order.trialDays,
          },
  };
}

async function previewChange(c: BillingContext): Promise<ChangePreviewWire> {
  const permitted = await permit(c, permittedChangeSchema);
  const { subscriptionId, sku, percentOff } = permitted;
  const provider = await requireProvider(c.env);
  if (permitted.direction === 'downgrade') return describeDowngrade(permitted);
  return describeUpgrade(permitted, unwrapResult(await provider.previewChange({ subscriptionId, sku, percentOff, prorationDate: null })));
}

async function changeSubscription(c: BillingContext): Promise<Response> {
  const sent = c.req.raw.clone();
  const permitted = await permit(c, permittedChangeSchema);
  const { buyer, subscriptionId, sku, direction, price, percentOff } = permitted;
  const body = changePlan.body.parse(await sent.json());
  const provider = await requireProvider(c.env);
  const idempotencyKey = keyOf(c, buyer.accountId);
  const target = { subscriptionId, sku, percentOff };
  const isShown = (nextAmount: number) => body.next_amount_uscent === undefined || body.next_amount_uscent === nextAmount;
  if (direction === 'downgrade') {
    if (!isShown(priceAfterChange(permitted))) throw priceChanged();
    unwrapResult(await provider.scheduleDowngrade({ ...target, price, idempotencyKey }));
  } else {
    const prorationDate = body.proration_ts ?? 0;
    const now = await familyOf(c.env, buyer.accountId).readClock();
    if (prorationDate > now || prorationDate < now - PREVIEW_LIFE_MS) throw invalid('The preview is too old', { proration_ts: 'expired' });
    const quoted = unwrapResult(await provider.previewChange({ ...target, prorationDate }));
    if (quoted.amountDue !== body.amount_due_uscent || !isShown(quoted.nextAmount)) throw priceChanged();
    const changed = await provider.change({ ...target, prorationDate, idempotencyKey });
    if (!changed.ok && changed.error.kind !== 'unavailable') await syncBilling(c.env, buyer.accountId);
    unwrapResult(changed);
  }
  await syncAfter(c, buyer.accountId);
  return c.json(await infoOf(c, buyer.accountId));
}

/** Runs a change of the subscription that needs only the subscription's id. */
async function act(
  c: BillingContext,
  work: (provider: BillingProvider, subscriptionId: string, key: string) => Promise<Result<null>>,
): Promise<Response> {
  const { buyer, subscriptionId } = await permit(c, permittedOwnSchema);
  const result = await work(await requireProvider(c.env), subscriptionId, keyOf(c, buyer.accountId));
  if (!result.ok && result.error.kind === 'conflict') await syncBilling(c.env, buyer.accountId);
  unwrapResult(result);
  await syncAfter(c, buyer.accountId);
  return c.json(await infoOf(c, buyer.accountId));
}

async function replaceCard(c: BillingContext): Promise<Response> {
  const sent = c.req.raw.clone();
  const { buyer } = await permit(c, permittedCardSchema);
  const { token } = putPaymentSource.body.parse(await sent.json());
  const provider = await requireProvider(c.env);
  const customerId = await customerOf(c.env, provider, buyer);
  unwrapResult(await provider.saveCard(customerId, token, keyOf(c, buyer.accountId)));
  await syncAfter(c, buyer.accountId);
  const cards = await familyOf(c.env, buyer.accountId).listCards();
  return c.json(listPaymentSources.output.parse(cards));
}
