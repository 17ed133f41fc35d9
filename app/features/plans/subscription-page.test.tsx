import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { TIER_LIMITS } from '#app/domain/plan';
import { OFFERS, paidPlan, planFacts } from '#tests/plan-facts.ts';
import { showInPage } from '#tests/show-in-page.tsx';
import type { PlanDialog, Quote } from './plan-dialogs';
import type { PlanFacts, PlanReceipt } from './plan-facts';
import { SubscriptionPage } from './subscription-page';

afterEach(cleanup);

const DAY = 86_400_000;

async function show(plan: PlanFacts, dialog: PlanDialog | null = null) {
  await showInPage(<SubscriptionPage page={{ plan, dialog, opened: null, back: null }} reply={undefined} token="t" />);
  return (await screen.findByTestId('plan')).querySelector('h1')?.textContent;
}

const QUOTE: Quote = {
  direction: 'upgrade',
  prorationAt: Date.parse('2026-05-14T20:42:00Z'),
  dueNow: 0,
  parts: null,
  nextAmount: 999,
  nextFull: 999,
  nextAt: Date.parse('2026-06-01T12:00:00Z'),
  percentOff: 0,
  endedPercentOff: 0,
};

const NO_LOSSES = { limits: TIER_LIMITS.premium, at: null, devices: [], schedules: [], keptDays: null, screenshots: 0 };

const noPlanText = () => document.body.textContent ?? '';

describe('SubscriptionPage', () => {
  test.each<[string, PlanFacts, string]>([
    ['a free account', planFacts(), 'You’re on Free.1 block left until 1 June.'],
    ['a renewal', paidPlan(), 'You have Premium.Renews 1 June for $6.99 a month.'],
    [
      'a trial',
      paidPlan({ term: { kind: 'trial', at: Date.parse('2026-05-28T12:00:00Z'), isCanceled: false } }),
      'You’re trying Premium.Free until 28 May, then $6.99 a month.',
    ],
    [
      'a canceled plan',
      paidPlan({ term: { kind: 'canceled', at: Date.parse('2026-06-01T12:00:00Z'), isCanceled: true }, nextAmount: null }),
      'Premium until 1 June, then Free.You canceled it. There are no more payments.',
    ],
    [
      'a failed payment, without the end of the unpaid period',
      paidPlan({ term: { kind: 'past_due', at: null, isCanceled: false } }),
      'You have Premium.The last payment is still open.',
    ],
    [
      'a scheduled change',
      paidPlan({ pendingChange: { tier: 'plus', cycle: 'monthly', at: Date.parse('2026-06-01T12:00:00Z') } }),
      'You have Premium.Changes to Plus, monthly on 1 June.',
    ],
    [
      'a grant',
      planFacts({ tier: 'premium', source: 'operator', term: { kind: 'paid', at: null, isCanceled: false } }),
      'You have Premium.Granted by the site administrator.',
    ],
    [
      'a plan from the App Store',
      planFacts({ tier: 'premium', source: 'apple', term: { kind: 'paid', at: Date.parse('2026-06-01T12:00:00Z'), isCanceled: false } }),
      'You have Premium.Bought in the App Store. Renews 1 June.',
    ],
  ])('names the state of %s', async (_name, plan, headline) => {
    expect(await show(plan)).toBe(headline);
  });

  test('shows a plan from an app store without any control, and says where to change it (SUBS-102, SUBS-110)', async () => {
    const plan = planFacts({ tier: 'premium', source: 'google', term: { kind: 'paid', at: null, isCanceled: false } });
    await show(plan, { kind: 'external' });
    expect(screen.getByRole('dialog').textContent).toContain('You bought Premium on Google Play, so it’s changed and canceled there.');
    expect(document.querySelectorAll('[data-plan], form button[name]')).toHaveLength(0);
    expect(noPlanText()).not.toContain('Cancel plan');
  });

  test('shows the discount with its reason on the plans that it is for (SUBS-088)', async () => {
    const reduced = OFFERS.map((offer) => (offer.sku === 'premium_annual' ? { ...offer, percentOff: 25, netPrice: 5249 } : offer));
    await show(planFacts({ offers: reduced, coupon: 'KIND25' }));
    const premium = document.querySelector('[data-plan=premium] [data-cycle=annual]');
    expect(premium?.textContent).toContain('$4.37per monthbilled $52.49 a year25% off with coupon KIND25 $69.99 a year');
    expect(document.querySelector('[data-plan=premium_plus]')?.textContent).not.toContain('off');
  });

  test.each([
    [14, 'Try more, 14 days free'],
    [60, 'Try more, 60 days free'],
    [61, 'Try more, 2 months free'],
    [90, 'Try more, 3 months free'],
    [0, 'Choose a plan'],
  ])('titles a trial of %i days «%s» (SUBS-057, SUBS-058)', async (trialDays, title) => {
    await show(planFacts({ offers: OFFERS.map((offer) => ({ ...offer, trialDays })) }));
    expect(screen.getByRole('heading', { level: 2, name: title })).not.toBeNull();
  });

  test('sells nothing on a server without a provider', async () => {
    await show(planFacts({ provider: null }));
    expect(document.querySelectorAll('button[name=tier]')).toHaveLength(0);
    expect(screen.getAllByText('This server doesn’t sell plans.')).toHaveLength(2);
  });

  test('preselects the account’s own cycle (SUBS-106)', async () => {
    await show(planFacts({ cycle: 'monthly' }), { kind: 'buy', tier: 'premium_plus', isTrial: false });
    const [monthly] = within(screen.getByRole('dialog')).getAllByRole('radio', { checked: true });
    expect(monthly?.getAttribute('value')).toBe('monthly');
  });

  test('announces by name what a cancellation turns off and deletes', async () => {
    const losses = {
      limits: TIER_LIMITS.free,
      at: Date.parse('2026-06-01T12:00:00Z'),
      devices: ['Mia’s tablet', 'Ben’s phone'],
      schedules: [
        {
          child: 'Mia',
          schedules: [
            { kind: 'default-schedule' as const, name: 'Bedtime' },
            { kind: 'schedule' as const, name: 'Homework' },
          ],
        },
      ],
      keptDays: 0,
      screenshots: 120,
    };
    await show(paidPlan(), { kind: 'cancel', losses });
    expect(screen.getByTestId('lost-devices').textContent).toBe(
      'These devices stay paired, but no rules apply on them: Mia’s tablet, Ben’s phone.',
    );
    expect(screen.getByTestId('lost-schedules').textContent).toBe('Off for Mia: Bedtime, Homework.');
    expect(screen.getByTestId('lost-screenshots').textContent).toBe('You can’t open your 120 stored screenshots anymore.');
    expect(screen.getByTestId('lost-positions').textContent).toBe('All stored positions are deleted for good.');
  });

  test('shows the prices that this parent pays, and the parts of what is charged today (A193)', async () => {
    const offers = paidPlan().offers.map((offer) =>
      offer.sku === 'premium_plus_monthly' ? { ...offer, percentOff: 20, netPrice: 799 } : offer,
    );
    const parts = { charge: 500, discount: 100, credit: 350, tax: 0, includedTax: 4, balance: 25, credited: 0 };
    const quote = { ...QUOTE, dueNow: 25, parts, nextAmount: 799, percentOff: 20 };
    await show(paidPlan({ offers }), { kind: 'change', sku: 'premium_plus_monthly', quote, losses: null });
    const option = screen.getByRole('radio', { name: /Premium\+, monthly/ }).closest('label');
    expect(option?.textContent).toBe('Premium+, monthlyStarts now · 20% off$9.99 $7.99 a month');
    expect(option?.querySelector('s')?.textContent).toBe('$9.99');
    expect([...document.querySelectorAll('.quote dl > div')].map((row) => row.textContent)).toEqual([
      'Premium+, monthly until 1 June$5.00',
      '20% off−$1.00',
      'Credit for unused Premium, monthly−$3.50',
      'Your credit−$0.25',
      'Charged today to Visa 4242$0.25',
      'From 1 June 20% off$9.99 $7.99 a month',
    ]);
    expect(document.querySelector('.quote')?.textContent).toContain('Includes $0.04 tax.');
    expect(document.querySelector<HTMLInputElement>('[name=next_amount]')?.value).toBe('799');
    expect(screen.queryByTestId('discount-ends')).toBeNull();
  });

  test.each([
    [['premium_annual', 'premium_plus_annual'], 'Your 25% discount applies to annual plans only and ends with this change.'],
    [['premium_annual', 'premium_monthly'], 'Your 25% discount doesn’t apply to Premium+, monthly and ends with this change.'],
  ])('says before a change that the discount for %s ends with it (A192)', async (limitSkus, sentence) => {
    const quote = { ...QUOTE, endedPercentOff: 25 };
    const plan = paidPlan({ ownDiscount: { percentOff: 25, limitSkus } });
    await show(plan, { kind: 'change', sku: 'premium_plus_monthly', quote, losses: null });
    expect(screen.getByTestId('discount-ends').textContent).toBe(sentence);
  });

  test('lists what the family uses, with schedules and screenshots', async () => {
    await show(paidPlan({ used: { blocks: 4, devices: 2, children: 3, schedules: 5, screenshots: 7, stored: 120 } }));
    const rows = [...screen.getByRole('region', { name: 'What you use' }).querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(rows).toEqual([
      'Devices2 of 20',
      'Children3 no limit',
      'Blocks this month4 no limit',
      'Schedules5 no limit',
      'Screenshots on demand this month7 of 30',
      'Stored screenshots120 kept for 14 days',
      'Location history3 days ',
    ]);
  });

  test('shows no button for a change whose price can’t be read', async () => {
    await show(paidPlan(), { kind: 'change', sku: 'premium_annual', quote: null, losses: null });
    expect(screen.getByRole('dialog').textContent).toContain('The payment provider isn’t responding');
    expect(document.querySelector('button[value=change]')).toBeNull();
  });

  test('shows the paid plan beside a grant, and cancels it in the dialog (A207)', async () => {
    const plan = paidPlan({ beside: { tier: 'premium_plus' } });
    expect(await show(plan, { kind: 'cancel', losses: { ...NO_LOSSES, at: plan.term.at } })).toContain('You have Premium.');
    expect(screen.getByRole('region', { name: 'You also have Premium+', hidden: true })).not.toBeNull();
    expect(screen.getByRole('dialog').textContent).toContain('Premium is paid until 1 June. Then you still have Premium+');
    expect([...document.querySelectorAll<HTMLButtonElement>('button[value=cancel]')].length).toBe(1);
    expect(document.querySelector('.picker')).toBeNull();
  });

  test('shows the next attempt and the way to another card while a payment is open', async () => {
    const nextAttemptAt = planFacts().now + 3 * DAY;
    await show(paidPlan({ term: { kind: 'past_due', at: nextAttemptAt, isCanceled: false }, nextAttemptAt, canCancel: true, changes: [] }));
    const banner = document.querySelector('[data-due]');
    expect(banner?.textContent).toContain('We try again on 17 May.');
    expect(banner?.querySelector('a')?.getAttribute('href')).toBe('/subscription/card');
  });

  test('names the plan and the period on receipts, and tells trials, credits and refunds from payments', async () => {
    const at = Date.parse('2026-05-01T12:00:00Z');
    const period = { startsAt: at, endsAt: Date.parse('2026-06-01T12:00:00Z') };
    const receipt = (change: Partial<PlanReceipt>): PlanReceipt => ({
      ...{ id: crypto.randomUUID(), at, kind: 'charge', plan: { tier: 'premium', cycle: 'monthly' }, period },
      ...{ amount: 699, refunded: 0, status: 'paid', url: 'https://pay.example/receipt' },
      ...change,
    });
    const receipts = [
      receipt({}),
      receipt({ kind: 'trial', amount: 0 }),
      receipt({ kind: 'credit', amount: 300, plan: null, period: null }),
      receipt({ refunded: 699 }),
      receipt({ refunded: 200 }),
      receipt({ status: 'open', url: null }),
    ];
    await show(paidPlan({ receipts }));
    const lines = [...document.querySelectorAll('.ledger li')];
    expect(lines.map((line) => line.textContent)).toEqual([
      '1 MayPremium, monthly1 May – 1 JunePaid$6.99',
      '1 MayPremium, monthly1 May – 1 JuneFree trial$0.00',
      '1 MayCredit−$3.00',
      '1 MayPremium, monthly1 May – 1 JuneRefunded$6.99',
      '1 MayPremium, monthly1 May – 1 June$2.00 refundedPaid$6.99',
      '1 MayPremium, monthly1 May – 1 JuneNot paid$6.99',
    ]);
    expect(lines.map((line) => line.querySelector('a') !== null)).toEqual([true, false, true, true, true, false]);
  });
});
