import type { CardWire, PurchaseInfoWire } from '#app/wire/billing';
import type { EndpointId } from '#app/wire/endpoints';
import { HOUR, NOON } from './examples';
import type { Operation } from './operations';

const DAY = 24 * HOUR;
const SKU = { description: 'The plan.', example: 'premium_monthly' };
const CHECKOUT_ID = '01kb0x2n7c4v8t6r1m9q5z3h2p';

const CARD: CardWire = {
  id: 'sbx_pm_1.7c3e',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  name: 'Jo Miller',
  is_default: true,
};

const INFO: PurchaseInfoWire = {
  sku_id: 'premium_monthly',
  status: 'account_active',
  is_trial_eligible: false,
  summary: {
    tier: 'premium',
    billing_cycle: 'monthly',
    source: 'stripe',
    term: { kind: 'trial', at: NOON + 14 * DAY, is_canceled: false },
    renewal_ts: NOON + 14 * DAY,
    period_start_ts: NOON,
    price_uscent: 699,
    percent_off: 0,
    own_price: { full_uscent: 699, percent_off: 0, limit_skus: [] },
    usage: { schedules: 3, on_demand: 2, samples: 120 },
    pending_change: null,
    held_change: null,
    next_attempt_ts: null,
    due: null,
    confirm: null,
    can_cancel: true,
    can_undo_cancel: false,
    discount: null,
    group_offer: null,
    receipts: [
      {
        id: 'sbx_inv_3.7c3e',
        ts: NOON,
        kind: 'trial',
        sku: 'premium_monthly',
        period_start_ts: NOON,
        period_end_ts: NOON + 14 * DAY,
        amount_uscent: 0,
        refunded_uscent: 0,
        status: 'paid',
        url: null,
      },
    ],
    provider: 'sandbox',
    synced_ts: NOON,
  },
};

const TEST_CARDS = `The demonstration has a sandbox that takes test cards only. Tokens of its cards, with the test number that its form accepts:

- \`tok_visa\` 4242 4242 4242 4242, \`tok_mastercard\` 5555 5555 5555 4444, \`tok_amex\` 3782 822463 10005: pays
- \`tok_declined\` 4000 0000 0000 0002, \`tok_insufficient_funds\` 4000 0000 0000 9995, \`tok_expired_card\` 4000 0000 0000 0069, \`tok_processing_error\` 4000 0000 0000 0119: declined
- \`tok_charge_fails\` 4000 0000 0000 0341: can be stored, but every charge is declined
- \`tok_3ds\` 4000 0027 6000 3184: \`summary.confirm.url\` has to be opened first
- \`tok_3ds_insufficient\` 4000 0082 6000 3178: the same, and then declined

Any other number is refused. Never send a card number to the API.`;

type BillingCall = Extract<
  EndpointId,
  | 'getPurchaseInfo'
  | 'endTrialEligibility'
  | 'purchase'
  | 'createCheckout'
  | 'finishCheckout'
  | 'previewPlanChange'
  | 'changePlan'
  | 'withdrawPlanChange'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'listPaymentSources'
  | 'putPaymentSource'
>;

/** Texts and examples of the calls about subscriptions and payments. */
export const BILLING_OPERATIONS: Record<BillingCall, Operation> = {
  getPurchaseInfo: {
    description:
      'The best plan of the account, whoever gave it. The provider is asked first if its last answer is older than ten minutes; if it does not respond, that answer counts.',
    refusals: [],
    query: {
      query: {
        description: '`summary` adds the details: those of the plan that is paid by card here, even beside a better one.',
        example: 'summary',
      },
      fresh: { description: 'Asks the provider if its last answer is older than five seconds.', example: 'false' },
    },
    answer: INFO,
  },
  endTrialEligibility: {
    description: 'Only `false` is accepted, and is final. The family also sets it when a trial starts.',
    refusals: ['trialFinal'],
    body: { is_trial_eligible: false },
    answer: { sku_id: INFO.sku_id, status: INFO.status, is_trial_eligible: false },
  },
  purchase: {
    description: `Buys one plan; a higher plan replaces a lower one, and the difference is charged. The usable coupon with the best price and the trial of an eligible account apply. A repeated \`Idempotency-Key\` or token never charges twice, but don’t repeat the call automatically. ${TEST_CARDS}`,
    refusals: [
      'notYours',
      'notPaidHere',
      'declined',
      'subscribed',
      'purchasePending',
      'priceChanged',
      'couponInvalid',
      'subscriptionChanged',
      'providerDown',
    ],
    body: [{ email: 'jo@example.com', sku: 'premium_monthly', source: 'WEB_PARENT', token: 'tok_visa' }],
    answer: INFO,
  },
  createCheckout: {
    description:
      'Opens a payment for a plan, or for a new card (`sku` null), for 30 minutes. The same order gets the open checkout again. `ui` is `elements` for the provider’s script (`client_secret`) and `hosted` for its page (`url`). In the sandbox both are null: show a form and send its token with POST /purchase.',
    refusals: ['notPaidHere', 'subscribed', 'purchasePending', 'priceChanged', 'couponInvalid', 'subscriptionChanged', 'providerDown'],
    body: { sku: 'premium_monthly', ui: 'hosted' },
    answer: {
      checkout_id: CHECKOUT_ID,
      provider: 'sandbox',
      publishable_key: null,
      client_secret: null,
      url: null,
      expires_ts: NOON + HOUR / 2,
      order: { sku: 'premium_monthly', price_uscent: 699, full_price_uscent: 699, percent_off: 0, trial_days: 14 },
    },
  },
  finishCheckout: {
    description: 'Call it when the provider leads back to `/subscription/return?checkout=…`. It can be repeated.',
    refusals: ['notYours', 'subscriptionChanged', 'providerDown'],
    body: { checkout_id: CHECKOUT_ID },
    answer: { status: 'complete', kind: 'subscription', invoice_id: null, declined: null, info: INFO },
  },
  previewPlanChange: {
    description:
      'Send `proration_ts` and `amount_due_uscent` of an upgrade with PUT /plan_change within an hour. A discount that is not for the plan ends with the change: `ended_percent_off`. The `parts` add up to `amount_due_uscent`.',
    refusals: ['notPaidHere', 'subscribed', 'subscriptionChanged', 'providerDown'],
    query: { sku: { description: 'The plan to change to.', example: 'premium_plus_monthly' } },
    answer: {
      sku: 'premium_plus_monthly',
      direction: 'upgrade',
      proration_ts: NOON,
      amount_due_uscent: 150,
      parts: {
        ...{ charge_uscent: 500, discount_uscent: 0, credit_uscent: 350, balance_uscent: 0 },
        ...{ tax_uscent: 0, included_tax_uscent: 0, credited_uscent: 0 },
      },
      next_amount_uscent: 999,
      next_full_uscent: 999,
      percent_off: 0,
      ended_percent_off: 0,
      next_ts: NOON + 15 * DAY,
    },
  },
  changePlan: {
    description: 'An upgrade applies now and charges what the preview said. A downgrade applies at the end of the period.',
    refusals: ['notPaidHere', 'subscribed', 'priceChanged', 'declined', 'subscriptionChanged', 'providerDown'],
    body: { sku: 'premium_plus_monthly', proration_ts: NOON, amount_due_uscent: 150 },
    answer: { ...INFO, sku_id: 'premium_plus_monthly' },
  },
  withdrawPlanChange: { refusals: ['notPaidHere', 'subscriptionChanged', 'providerDown'], answer: INFO },
  cancelSubscription: {
    description:
      'The plan stays until its `expiration`, then the free plan applies. While a payment is past due, the plan ends now and the payment is voided. Nothing that was set is deleted.',
    refusals: ['notYours', 'notPaidHere', 'subscriptionChanged', 'providerDown'],
    query: { sku: SKU },
    answer: INFO,
  },
  resumeSubscription: {
    refusals: ['notYours', 'notPaidHere', 'subscriptionChanged', 'providerDown'],
    query: { sku: SKU },
    answer: INFO,
  },
  listPaymentSources: {
    description: 'As the provider last listed them. Only what is shown is stored: brand, last digits, expiry and name.',
    refusals: [],
    answer: [CARD],
  },
  putPaymentSource: {
    description:
      'A payment that is past due is tried with the new card at once, which does not move the next automatic attempt. The card stays even if that payment is declined or needs 3-D Secure: `summary.due` and `summary.confirm` of GET /purchase_info say so. The tokens of POST /purchase apply.',
    refusals: ['notPaidHere', 'declined', 'subscriptionChanged', 'providerDown'],
    body: { token: 'tok_visa' },
    answer: [CARD],
  },
};
