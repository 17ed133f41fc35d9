import { describe, expect, test } from 'vitest';
import { Unavailable } from '#app/server/api.server';
import type { PurchaseInfoWire } from '#app/wire/billing';
import { ERROR_CODES, fromErrorBody, Refusal } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { answerPaymentForm, loadPaymentPage, toNonce } from './payment.server';

const SUMMARY: NonNullable<PurchaseInfoWire['summary']> = {
  tier: 'free',
  billing_cycle: null,
  source: null,
  term: { kind: 'none', at: null, is_canceled: false },
  renewal_ts: null,
  period_start_ts: null,
  price_uscent: null,
  percent_off: 0,
  own_price: null,
  usage: { schedules: 0, on_demand: 0, samples: 0 },
  pending_change: null,
  held_change: null,
  next_attempt_ts: null,
  due: null,
  confirm: null,
  can_cancel: false,
  can_undo_cancel: false,
  discount: null,
  group_offer: null,
  receipts: [],
  provider: 'sandbox',
  synced_ts: 0,
};
const FREE: PurchaseInfoWire = { sku_id: 'free', status: 'account_inactive', is_trial_eligible: true, summary: SUMMARY };
const CARD = { number: '4242 4242 4242 4242', expiry: '08/34', cvc: '123', name: 'Jo Miller' };
const SKUS = (price: number) => ({
  skus: [
    {
      sku: 'premium_monthly',
      tier: 'premium',
      billing_cycle: 'monthly',
      price_usd: price,
      trial_days: 14,
      purchasable_with: ['stripe'],
      purchase_platforms: ['web'],
      recurring: true,
      weight: 30,
      limits: {
        allowance: 'on',
        blocks_per_month: 'unlimited',
        child_users_per_account: 'unlimited',
        devices_per_account: 20,
        geolocation: 'on',
        geolocation_days: 3,
        grants_per_month: 'unlimited',
        granularity: 'on',
        schedule_granularity: 'on',
        schedules_per_child: 'unlimited',
        vew: 'on',
        vew_on_demand_per_month: 30,
      },
      details: { limit_skus: [], stripe_on_change: 'keep_downgrade' },
    },
  ],
});

/** Posts the payment form as the page shows it. `answer`: what the API says to POST /purchase. */
async function pay(answer: () => unknown, change: { info?: PurchaseInfoWire; price?: number; fields?: Record<string, string> } = {}) {
  let price = 699;
  const context = webContext({ internal: { catalogue: async () => SKUS(price) } });
  const calls: Array<{ path: string; body: unknown; key: string | undefined }> = [];
  let info = FREE;
  const parent = webParent(() => null);
  parent.api = {
    async call(endpoint, { body }, options) {
      if (endpoint.method === 'GET') return (endpoint.path === '/purchase_info' ? info : []) as never;
      calls.push({ path: endpoint.path, body, key: options?.idempotencyKey });
      return answer() as never;
    },
  };
  const address = 'https://porchlight.example/subscription/pay?sku=premium_monthly';
  const { page } = await loadPaymentPage(new Request(address), context, parent);
  price = change.price ?? price;
  info = change.info ?? info;
  const fields = { form_token: 't', intent: 'pay', sku: 'premium_monthly', trial: 'yes', shown: page.shown, ...CARD, ...change.fields };
  const request = requestWithCookies(context, address, { method: 'POST', body: new URLSearchParams(fields) });
  return { answer: await answerPaymentForm(request, context, parent), calls, context };
}

const refuse = (refusal: Refusal) => () => {
  throw refusal;
};
const declined = (token: string) => new Refusal(ERROR_CODES.unknown, 400, 'no', { reason: 'declined', fields: { token } });

describe('the payment form', () => {
  test('buys with a token for the card, its price and the trial, and never with the number (SUBS-090, SUBS-091)', async () => {
    const bought = {
      ...FREE,
      sku_id: 'premium_monthly',
      summary: { ...SUMMARY, term: { kind: 'trial' as const, at: 1, is_canceled: false } },
    };
    const { answer, calls, context } = await pay(() => bought);
    expect(answer).toRedirectTo('/subscription');
    await expect(context).toShowToast('toast.text', { text: 'Your free trial of Premium has started.' });
    const order = { email: 'p@example.com', sku: 'premium_monthly', source: 'WEB_PARENT', price_uscent: 699, trial: true };
    expect(calls).toMatchObject([
      { path: '/purchase', body: [{ ...order, token: expect.stringMatching(/^tok_visa:0834:[a-p]{64}:Jo%20Miller$/) }] },
    ]);
    expect(JSON.stringify(calls)).not.toContain('4242424242424242');
  });

  test.each([
    [
      'no answer',
      () => {
        throw new Unavailable({ method: 'POST', path: '/purchase' }, 500);
      },
    ],
    [
      'an unknown outcome at the provider',
      () => {
        throw new Unavailable({ method: 'POST', path: '/purchase' }, 503);
      },
    ],
  ])('is sent once after %s, and says that the outcome is unknown (SUBS-092, RT-030)', async (_name, answer) => {
    const sent = await pay(answer);
    expect(sent.answer).toBeRefusedWith('plans.unknown_payment', 503);
    expect('data' in sent.answer && 'notice' in sent.answer.data ? sent.answer.data.notice?.link?.to : null).toBe('/subscription/return');
    expect(sent.calls).toHaveLength(1);
  });

  test('has the same key and token each time it is sent, so that it buys once', async () => {
    const [first, second] = [await pay(() => FREE), await pay(() => FREE)];
    expect(first.calls).toEqual(second.calls);
  });

  test('buys nothing without a token, and gets one to send it again', async () => {
    const { answer, calls } = await pay(() => FREE, { fields: { form_token: '' } });
    expect(answer).toBeRefusedWith('plans.form_incomplete', 400);
    expect('data' in answer && 'token' in answer.data ? answer.data.token : '').toMatch(/^[\w-]{36}$/);
    expect(calls).toEqual([]);
  });

  test('gets a new token after a declined card, so that the same card can be tried again, and keeps only the name', async () => {
    const { answer } = await pay(refuse(declined('processing_error')));
    const reply = 'data' in answer && 'token' in answer.data ? answer.data : null;
    expect(reply?.token).not.toBe('t');
    expect(reply?.lastResult).toEqual({
      status: 'error',
      initialValue: { name: 'Jo Miller' },
      error: { number: ['declined_processing_error'] },
    });
  });

  test('asks nobody if the number is no test card', async () => {
    const { answer, calls } = await pay(() => FREE, { fields: { number: '4929123412341234' } });
    expect(calls).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain('4929123412341234');
    expect(JSON.stringify(answer)).toContain('number_not_test_card');
  });

  test.each([
    ['another price', { price: 799 }],
    ['a trial that is gone', { info: { ...FREE, is_trial_eligible: false } }],
    [
      'a coupon that came or went',
      { info: { ...FREE, summary: { ...SUMMARY, discount: { coupon: 'A', percent_off: 25, limit_skus: [], trial_secs: 0 } } } },
    ],
  ])('charges nothing if the page showed %s', async (_name, change) => {
    const { answer, calls } = await pay(() => FREE, change);
    expect(answer).toBeRefusedWith('plans.price_changed', 400);
    expect(calls).toEqual([]);
  });

  test('leads to the plan if it was bought in the meantime', async () => {
    const summary = { ...SUMMARY, source: 'stripe' as const, term: { kind: 'paid' as const, at: 1, is_canceled: false } };
    const { answer, calls } = await pay(() => FREE, { info: { ...FREE, sku_id: 'premium_monthly', summary } });
    expect(answer).toRedirectTo('/subscription');
    expect(calls).toEqual([]);
  });

  test.each([
    ['subscribed', 'plans.subscribed'],
    ['pending', 'plans.pending'],
    ['price', 'plans.price_changed'],
  ])('says why a purchase was refused: %s', async (reason, key) => {
    const body = { errors: { code: ERROR_CODES.unknown, message: 'no', reason } };
    expect((await pay(refuse(fromErrorBody(400, body)))).answer).toBeRefusedWith(key, 400);
  });

  test('leads to the plan while the bank has to confirm', async () => {
    const { answer, context } = await pay(() => ({
      ...FREE,
      summary: { ...SUMMARY, confirm: { client_secret: null, url: 'https://bank.example/' } },
    }));
    expect(answer).toRedirectTo('/subscription');
    await expect(context).toShowToast(null);
  });
});

describe('toNonce', () => {
  test('has only letters, so that no token looks like a card number', () => {
    expect(toNonce('0123456789abcdef')).toBe('abcdefghijklmnop');
  });
});
