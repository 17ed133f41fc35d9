import { describe, expect, test } from 'vitest';
import { expectValue, type ProviderUnderTest, sandboxAt, stripeAt } from '#tests/clients/providers';
import type { ProviderSubscription, SubscribeInput } from './provider';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 0, 10, 12);
/** Time after the end of a period by which its renewal is collected. Stripe takes about an hour. */
const COLLECTED = 2 * HOUR;

// Both implementations of the port pass the same tests, so that the sandbox behaves like Stripe.
describe.each([
  ['sandbox', sandboxAt],
  ['stripe', stripeAt],
])('provider %s', (_name, open) => {
  const order = ({ customerId, accountId }: ProviderUnderTest, about: Partial<SubscribeInput> = {}): SubscribeInput => ({
    customerId,
    accountId,
    sku: 'premium_monthly',
    price: 699,
    percentOff: 0,
    couponId: null,
    trialDays: 0,
    returnUrl: 'https://porchlight.example/subscription/return?checkout=1',
    idempotencyKey: 'order-1',
    ...about,
  });
  const withCard = async (at = START, card: Parameters<ProviderUnderTest['tokenOf']>[0] = 'visa') => {
    const under = await open(at);
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf(card), 'card-1'));
    return under;
  };
  const subscribed = async (about: Partial<SubscribeInput> = {}, at = START) => {
    const under = await withCard(at);
    const { subscriptionId } = expectValue(await under.provider.subscribe(order(under, about)));
    return { ...under, subscriptionId };
  };
  const only = async ({ provider, customerId }: ProviderUnderTest): Promise<ProviderSubscription> => {
    const [found, ...more] = expectValue(await provider.listSubscriptions(customerId));
    expect(more).toEqual([]);
    if (found === undefined) throw new Error('No subscription');
    return found;
  };
  const paid = async ({ provider, customerId }: ProviderUnderTest) =>
    expectValue(await provider.listInvoices(customerId)).flatMap(({ kind, status, amount }) =>
      kind === 'charge' && status === 'paid' && amount > 0 ? [amount] : [],
    );
  const afterPeriod = async (under: ProviderUnderTest) => under.moveTo((await only(under)).periodEnd + COLLECTED);

  test('has one customer per account', async () => {
    const { provider, accountId, customerId } = await open(START);
    expect(await provider.ensureCustomer(accountId, 'parent@porchlight.example')).toEqual({ ok: true, value: customerId });
  });

  test('keeps brand, last digits and expiry of a card, once per key', async () => {
    const under = await withCard();
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf('visa'), 'card-1'));
    const cards = expectValue(await under.provider.listCards(under.customerId));
    expect(cards).toMatchObject([{ brand: 'visa', last4: '4242', expMonth: 12, isDefault: true }]);
  });

  test.each([
    ['declined', 'generic'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    ['processing_error', 'processing_error'],
  ] as const)('does not store a card that is refused as %s', async (card, code) => {
    const { provider, customerId, tokenOf } = await open(START);
    expect(await provider.saveCard(customerId, tokenOf(card), 'card-1')).toEqual({ ok: false, error: { kind: 'declined', code } });
    expect(await provider.listCards(customerId)).toEqual({ ok: true, value: [] });
  });

  test('refuses an unknown token', async () => {
    const { provider, customerId } = await open(START);
    const error = { kind: 'conflict', reason: 'token' };
    expect(await provider.saveCard(customerId, 'tok_nobody', 'card-1')).toEqual({ ok: false, error });
    expect(await provider.saveCard(customerId, '4242424242424242', 'card-2')).toEqual({ ok: false, error });
  });

  test('charges the first period immediately', async () => {
    const under = await subscribed();
    expect(await only(under)).toMatchObject({
      sku: 'premium_monthly',
      status: 'active',
      createdAt: START,
      periodStart: START,
      periodEnd: Date.UTC(2027, 1, 10, 12),
      trialEnd: null,
      price: 699,
      nextAmount: 699,
      cancelAtPeriodEnd: false,
      pendingChange: null,
      nextAttemptAt: null,
    });
    expect(await paid(under)).toEqual([699]);
  });

  test('names the plan and the period on receipts, and shows a trial as such', async () => {
    const trial = await subscribed({ trialDays: 14 });
    const about = { sku: 'premium_monthly', status: 'paid', refunded: 0 };
    expect(expectValue(await trial.provider.listInvoices(trial.customerId))).toMatchObject([
      { ...about, kind: 'trial', amount: 0, periodStart: START, periodEnd: START + 14 * DAY },
    ]);
    const under = await subscribed();
    const { provider, customerId, subscriptionId } = under;
    const [start, end] = [START + 10 * DAY, Date.UTC(2027, 1, 10, 12)];
    await under.moveTo(start);
    const target = { subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate: start };
    const preview = expectValue(await provider.previewChange(target));
    expectValue(await provider.change({ ...target, idempotencyKey: 'change-1' }));
    expect(expectValue(await provider.listInvoices(customerId))).toMatchObject([
      { ...about, kind: 'charge', sku: 'premium_plus_monthly', amount: preview.amountDue, periodStart: start, periodEnd: end },
      { ...about, kind: 'charge', amount: 699, periodStart: START, periodEnd: end },
    ]);
  });

  test('a repeated order with its key charges once', async () => {
    const under = await subscribed();
    const again = expectValue(await under.provider.subscribe(order(under)));
    expect(again.subscriptionId).toBe(under.subscriptionId);
    expect(await paid(under)).toEqual([699]);
  });

  test('refuses a price that differs from its own', async () => {
    const under = await withCard();
    const result = await under.provider.subscribe(order(under, { price: 599 }));
    expect(result).toEqual({ ok: false, error: { kind: 'conflict', reason: 'price' } });
    expect(await paid(under)).toEqual([]);
  });

  test('deducts the discount from every period and rounds half a cent up', async () => {
    const under = await subscribed({ percentOff: 50 });
    expect(await only(under)).toMatchObject({ price: 699, discountPercent: 50, nextAmount: 350 });
    await afterPeriod(under);
    expect(await paid(under)).toEqual([350, 350]);
  });

  test('charges nothing during a trial, and the price of the plan when the trial ends', async () => {
    const under = await subscribed({ trialDays: 14 });
    expect(await only(under)).toMatchObject({
      status: 'trialing',
      trialEnd: START + 14 * DAY,
      periodEnd: START + 14 * DAY,
      nextAmount: 699,
    });
    expect(await paid(under)).toEqual([]);
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ status: 'active', periodStart: START + 14 * DAY });
    expect(await paid(under)).toEqual([699]);
  });

  test('a period ends on the last day of a short month, and on the original day of a longer month', async () => {
    const under = await subscribed({}, Date.UTC(2028, 0, 31, 12));
    const ends: Array<string> = [];
    for (let month = 0; month < 3; month++) {
      ends.push(new Date((await only(under)).periodEnd).toISOString().slice(0, 10));
      await afterPeriod(under);
    }
    expect(ends).toEqual(['2028-02-29', '2028-03-31', '2028-04-30']);
  });

  test('a year from February 29 ends on February 28', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999 }, Date.UTC(2028, 1, 29, 12));
    expect(new Date((await only(under)).periodEnd).toISOString().slice(0, 10)).toBe('2029-02-28');
  });

  test('a failed renewal makes the subscription past due, is retried for two weeks, and then ends the subscription', async () => {
    const under = await subscribed();
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf('charge_fails'), 'card-2'));
    await afterPeriod(under);
    const failed = await only(under);
    expect(failed).toMatchObject({ status: 'past_due', latestInvoice: { status: 'open', amountDue: 699, declined: 'generic' } });
    expect(failed.nextAttemptAt).toBeGreaterThan(failed.periodStart + 2 * DAY);
    await under.moveTo(failed.periodStart + 13 * DAY);
    expect(await only(under)).toMatchObject({ status: 'past_due' });
    await under.moveTo(failed.periodStart + 15 * DAY);
    expect(await only(under)).toMatchObject({ status: 'canceled', nextAmount: null });
    expect(await paid(under)).toEqual([699]);
  });

  test('a new card pays what is past due', async () => {
    const under = await subscribed();
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf('charge_fails'), 'card-2'));
    await afterPeriod(under);
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf('visa'), 'card-3'));
    expect(await only(under)).toMatchObject({ status: 'active', nextAttemptAt: null });
    expect(await paid(under)).toEqual([699, 699]);
  });

  const pastDue = async (card: Parameters<ProviderUnderTest['tokenOf']>[0]) => {
    const under = await subscribed();
    expectValue(await under.provider.saveCard(under.customerId, under.tokenOf(card), 'card-2'));
    await afterPeriod(under);
    const before = await only(under);
    expect(before.status).toBe('past_due');
    return { ...under, before, replace: (next: typeof card) => under.provider.saveCard(under.customerId, under.tokenOf(next), 'card-3') };
  };

  test('a new card that is declined replaces the old one, and does not move the next attempt', async () => {
    const { before, replace, ...under } = await pastDue('charge_fails');
    await under.moveTo(before.periodStart + DAY);
    expectValue(await replace('charge_fails'));
    expect(await only(under)).toMatchObject({
      status: 'past_due',
      nextAttemptAt: before.nextAttemptAt,
      latestInvoice: { id: before.latestInvoice?.id, declined: 'generic', hostedUrl: null },
    });
  });

  test('a new card that needs 3-D Secure waits for the parent, who can refuse and then pass it', async () => {
    const { before, replace, ...under } = await pastDue('charge_fails');
    expectValue(await replace('3ds'));
    const waiting = await only(under);
    expect(waiting).toMatchObject({ status: 'past_due', latestInvoice: { declined: null, hostedUrl: expect.any(String) } });
    await under.confirm(waiting.latestInvoice?.hostedUrl ?? '', false);
    const refused = await only(under);
    expect(refused).toMatchObject({
      status: 'past_due',
      nextAttemptAt: before.nextAttemptAt,
      latestInvoice: { declined: 'authentication_required', hostedUrl: waiting.latestInvoice?.hostedUrl },
    });
    await under.confirm(refused.latestInvoice?.hostedUrl ?? '', true);
    expect(await only(under)).toMatchObject({ status: 'active', nextAttemptAt: null, latestInvoice: { status: 'paid', hostedUrl: null } });
    expect(await paid(under)).toEqual([699, 699]);
  });

  test('a new card can be declined after 3-D Secure, which does not move the next attempt', async () => {
    const { before, replace, ...under } = await pastDue('charge_fails');
    expectValue(await replace('3ds_insufficient'));
    await under.confirm((await only(under)).latestInvoice?.hostedUrl ?? '', true);
    expect(await only(under)).toMatchObject({
      status: 'past_due',
      nextAttemptAt: before.nextAttemptAt,
      latestInvoice: { declined: 'insufficient_funds', hostedUrl: null },
    });
    expect(await paid(under)).toEqual([699]);
  });

  test('a renewal that needs 3-D Secure can be confirmed while it is past due', async () => {
    const { before, replace: _, ...under } = await pastDue('3ds');
    expect(before).toMatchObject({ latestInvoice: { declined: 'authentication_required', hostedUrl: expect.any(String) } });
    await under.confirm(before.latestInvoice?.hostedUrl ?? '', true);
    expect(await only(under)).toMatchObject({ status: 'active' });
    expect(await paid(under)).toEqual([699, 699]);
  });

  test('an upgrade charges exactly what its preview says', async () => {
    const under = await subscribed();
    await under.moveTo(START + 10 * DAY);
    const { provider, subscriptionId } = under;
    const preview = expectValue(
      await provider.previewChange({ subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate: null }),
    );
    const parts = { charge: 677, discount: 0, credit: 474, tax: 0, includedTax: 0, balance: 0, credited: 0 };
    const next = { nextAmount: 999, nextAt: Date.UTC(2027, 1, 10, 12) };
    expect(preview).toEqual({ prorationDate: START + 10 * DAY, amountDue: 203, parts, ...next });
    await under.moveTo(START + 10 * DAY + 50 * 60_000);
    expect(
      expectValue(
        await provider.previewChange({ subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate: preview.prorationDate }),
      ),
    ).toEqual(preview);
    const { prorationDate } = preview;
    expectValue(
      await provider.change({ subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate, idempotencyKey: 'change-1' }),
    );
    expectValue(
      await provider.change({ subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate, idempotencyKey: 'change-1' }),
    );
    expect(await only(under)).toMatchObject({ sku: 'premium_plus_monthly', price: 999, nextAmount: 999, status: 'active' });
    expect(await paid(under)).toEqual([preview.amountDue, 699]);
  });

  test('an upgrade to an annual plan starts the year immediately', async () => {
    const under = await subscribed();
    await under.moveTo(START + 10 * DAY);
    const { provider, subscriptionId } = under;
    const preview = expectValue(
      await provider.previewChange({ subscriptionId, sku: 'premium_annual', percentOff: 0, prorationDate: null }),
    );
    expect(preview).toMatchObject({ nextAmount: 6999, nextAt: Date.UTC(2028, 0, 20, 12) });
    expectValue(
      await provider.change({
        subscriptionId,
        sku: 'premium_annual',
        percentOff: 0,
        prorationDate: preview.prorationDate,
        idempotencyKey: 'change-1',
      }),
    );
    expect(await only(under)).toMatchObject({ sku: 'premium_annual', periodStart: START + 10 * DAY, periodEnd: preview.nextAt });
    expect(await paid(under)).toEqual([preview.amountDue, 699]);
  });

  test('a declined upgrade changes nothing, and a later one works', async () => {
    const under = await subscribed();
    const { provider, customerId, subscriptionId, tokenOf } = under;
    await under.moveTo(START + 10 * DAY);
    expectValue(await provider.saveCard(customerId, tokenOf('charge_fails'), 'card-2'));
    const input = { subscriptionId, sku: 'premium_plus_monthly', percentOff: 0, prorationDate: START + 10 * DAY };
    const result = await provider.change({ ...input, idempotencyKey: 'change-1' });
    expect(result).toEqual({ ok: false, error: { kind: 'declined', code: 'generic' } });
    expect(await only(under)).toMatchObject({ sku: 'premium_monthly', status: 'active', price: 699 });
    expectValue(await provider.saveCard(customerId, tokenOf('visa'), 'card-3'));
    expectValue(await provider.change({ ...input, idempotencyKey: 'change-2' }));
    expect(await only(under)).toMatchObject({ sku: 'premium_plus_monthly' });
  });

  test('a downgrade waits for the end of the period and keeps the discount', async () => {
    const under = await subscribed({ sku: 'premium_plus_monthly', price: 999, percentOff: 20 });
    const { provider, subscriptionId } = under;
    expectValue(
      await provider.scheduleDowngrade({ subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 20, idempotencyKey: 'down-1' }),
    );
    const { periodEnd } = await only(under);
    expect(await only(under)).toMatchObject({
      sku: 'premium_plus_monthly',
      pendingChange: { sku: 'premium_monthly', at: periodEnd },
      nextAmount: 559,
    });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({
      sku: 'premium_monthly',
      pendingChange: null,
      price: 699,
      discountPercent: 20,
      nextAmount: 559,
    });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ sku: 'premium_monthly', status: 'active' });
    expect(await paid(under)).toEqual([559, 559, 799]);
  });

  test('a downgrade to a plan without the discount keeps it until the period ends, and then charges the full price', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999, percentOff: 25, couponId: 'ANNUAL25' });
    const { provider, subscriptionId } = under;
    const target = { subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 0 };
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expect(await only(under)).toMatchObject({ sku: 'premium_annual', discountPercent: 25, couponId: 'ANNUAL25', nextAmount: 699 });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ sku: 'premium_monthly', discountPercent: 0, nextAmount: 699 });
    await afterPeriod(under);
    expect(await paid(under)).toEqual([699, 699, 5249]);
  });

  test('a downgrade in a trial ends the discount with the trial', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999, percentOff: 25, trialDays: 14 });
    const target = { subscriptionId: under.subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 0 };
    expectValue(await under.provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    await afterPeriod(under);
    expect(await paid(under)).toEqual([699]);
  });

  test('a downgrade to a plan with another discount has that one from then on', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999, percentOff: 25 });
    const target = { subscriptionId: under.subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 10 };
    expectValue(await under.provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expect(await only(under)).toMatchObject({ discountPercent: 25, nextAmount: 629 });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ discountPercent: 10, nextAmount: 629 });
    await afterPeriod(under);
    expect(await paid(under)).toEqual([629, 629, 5249]);
  });

  test('a withdrawn downgrade leaves the discount as it was', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999, percentOff: 25 });
    const { provider, subscriptionId } = under;
    const target = { subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 0 };
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expectValue(await provider.releaseSchedule(subscriptionId, 'release-1'));
    expect(await only(under)).toMatchObject({ pendingChange: null, discountPercent: 25, nextAmount: 5249 });
    await afterPeriod(under);
    expect(await paid(under)).toEqual([5249, 5249]);
  });

  test('refuses a downgrade whose price differs from its own', async () => {
    const under = await subscribed({ sku: 'premium_plus_monthly', price: 999 });
    const target = { subscriptionId: under.subscriptionId, sku: 'premium_monthly', price: 599, percentOff: 0, idempotencyKey: 'down-1' };
    expect(await under.provider.scheduleDowngrade(target)).toEqual({ ok: false, error: { kind: 'conflict', reason: 'price' } });
    expect(await only(under)).toMatchObject({ pendingChange: null });
  });

  test.each([
    // Ten of 31 days are used. The credit is what was paid for the others.
    ['that keeps the discount', 'premium_monthly', 699, 25, 'premium_plus_monthly', 25, { charge: 677, discount: 170, credit: 355 }, 749],
    ['that ends the discount', 'premium_monthly', 699, 25, 'premium_plus_monthly', 0, { charge: 677, discount: 0, credit: 355 }, 999],
    ['that has a lower discount', 'premium_monthly', 699, 25, 'premium_plus_monthly', 10, { charge: 677, discount: 68, credit: 355 }, 899],
    [
      'to another cycle that keeps the discount',
      'premium_monthly',
      699,
      25,
      'premium_annual',
      25,
      { charge: 6999, discount: 1750, credit: 355 },
      5249,
    ],
    [
      'to another cycle that ends the discount',
      'premium_monthly',
      699,
      25,
      'premium_annual',
      0,
      { charge: 6999, discount: 0, credit: 355 },
      6999,
    ],
    [
      'to another cycle that gets a discount',
      'premium_monthly',
      699,
      0,
      'premium_annual',
      25,
      { charge: 6999, discount: 1750, credit: 474 },
      5249,
    ],
  ] as const)('an upgrade %s is charged as its parts say', async (_what, from, price, before, sku, percentOff, parts, nextAmount) => {
    const under = await subscribed({ sku: from, price, percentOff: before });
    const { provider, subscriptionId } = under;
    await under.moveTo(START + 10 * DAY);
    const target = { subscriptionId, sku, percentOff };
    const preview = expectValue(await provider.previewChange({ ...target, prorationDate: null }));
    expect(preview).toMatchObject({ parts, nextAmount });
    const { charge, discount, credit, tax, balance } = preview.parts;
    expect(charge - discount - credit + tax - balance).toBe(preview.amountDue);
    const [first = 0] = await paid(under);
    expectValue(await provider.change({ ...target, prorationDate: preview.prorationDate, idempotencyKey: 'change-1' }));
    expect(await only(under)).toMatchObject({ sku, discountPercent: percentOff, nextAmount });
    await afterPeriod(under);
    expect(await paid(under)).toEqual([nextAmount, preview.amountDue, first]);
  });

  test('a declined upgrade keeps the discount that it would have ended', async () => {
    const under = await subscribed({ percentOff: 25 });
    const { provider, customerId, subscriptionId, tokenOf } = under;
    await under.moveTo(START + 10 * DAY);
    expectValue(await provider.saveCard(customerId, tokenOf('charge_fails'), 'card-2'));
    const target = { subscriptionId, sku: 'premium_annual', percentOff: 0, prorationDate: START + 10 * DAY };
    expect(await provider.change({ ...target, idempotencyKey: 'change-1' })).toMatchObject({ ok: false });
    expect(await only(under)).toMatchObject({ sku: 'premium_monthly', discountPercent: 25, nextAmount: 524 });
  });

  test('an upgrade during a trial costs nothing and ends the discount', async () => {
    const under = await subscribed({ percentOff: 25, trialDays: 14 });
    const target = { subscriptionId: under.subscriptionId, sku: 'premium_annual', percentOff: 0 };
    const preview = expectValue(await under.provider.previewChange({ ...target, prorationDate: null }));
    expect(preview).toMatchObject({ amountDue: 0, parts: { charge: 0, credit: 0 }, nextAmount: 6999 });
    expectValue(await under.provider.change({ ...target, prorationDate: preview.prorationDate, idempotencyKey: 'change-1' }));
    await afterPeriod(under);
    expect(await paid(under)).toEqual([6999]);
  });

  test('an upgrade that costs less than the unused time credits the rest to later payments', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999 });
    const { provider, subscriptionId } = under;
    await under.moveTo(START + 10 * DAY);
    const target = { subscriptionId, sku: 'premium_plus_monthly', percentOff: 0 };
    const preview = expectValue(await provider.previewChange({ ...target, prorationDate: null }));
    expect(preview).toMatchObject({ amountDue: 0, parts: { charge: 999, credit: 6807, credited: 5808 }, nextAmount: 999 });
    expectValue(await provider.change({ ...target, prorationDate: preview.prorationDate, idempotencyKey: 'change-1' }));
    expect(expectValue(await provider.listInvoices(under.customerId))[0]).toMatchObject({ kind: 'credit', amount: 5808, status: 'paid' });
    await under.moveTo(START + 210 * DAY);
    // Five renewals are paid by the credit, and a part of the sixth.
    expect(await paid(under)).toEqual([186, 6999]);
  });

  test('another downgrade replaces the first, and a withdrawn one does not happen', async () => {
    const under = await subscribed({ sku: 'premium_plus_annual', price: 9999 });
    const { provider, subscriptionId } = under;
    expectValue(
      await provider.scheduleDowngrade({ subscriptionId, sku: 'premium_annual', price: 6999, percentOff: 0, idempotencyKey: 'down-1' }),
    );
    expectValue(
      await provider.scheduleDowngrade({ subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 0, idempotencyKey: 'down-2' }),
    );
    expect(await only(under)).toMatchObject({ pendingChange: { sku: 'premium_monthly' } });
    expectValue(await provider.releaseSchedule(subscriptionId, 'release-1'));
    expectValue(await provider.releaseSchedule(subscriptionId, 'release-2'));
    expect(await only(under)).toMatchObject({ pendingChange: null });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ sku: 'premium_plus_annual', status: 'active' });
  });

  test('a downgrade from an annual to a monthly plan starts a month at the end of the year', async () => {
    const under = await subscribed({ sku: 'premium_annual', price: 6999 });
    expectValue(
      await under.provider.scheduleDowngrade({
        subscriptionId: under.subscriptionId,
        sku: 'premium_monthly',
        price: 699,
        percentOff: 0,
        idempotencyKey: 'down-1',
      }),
    );
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ sku: 'premium_monthly', periodEnd: Date.UTC(2028, 1, 10, 12) });
  });

  test('a canceled subscription lasts until the end of the period', async () => {
    const under = await subscribed();
    const { provider, subscriptionId } = under;
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-1'));
    expect(await only(under)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, canceledAt: START, nextAmount: null });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ status: 'canceled' });
    expect(await paid(under)).toEqual([699]);
  });

  test('a canceled subscription that is past due ends now, and its payment is voided (A206)', async () => {
    const under = await subscribed();
    const { provider, customerId, subscriptionId } = under;
    expectValue(await provider.saveCard(customerId, under.tokenOf('charge_fails'), 'card-2'));
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ status: 'past_due', latestInvoice: { status: 'open' } });
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-1'));
    expect(await only(under)).toMatchObject({ status: 'canceled', nextAttemptAt: null, latestInvoice: { status: 'void' } });
    expectValue(await provider.saveCard(customerId, under.tokenOf('visa'), 'card-3'));
    await under.moveTo(START + 90 * DAY);
    expect(await paid(under)).toEqual([699]);
  });

  test('a replaced first payment is voided', async () => {
    const under = await withCard(START, '3ds');
    const { subscriptionId } = expectValue(await under.provider.subscribe(order(under)));
    expectValue(await under.provider.cancelNow(subscriptionId, 'replaced'));
    expect(await only(under)).toMatchObject({ status: 'incomplete_expired', latestInvoice: { status: 'void' } });
    expect(expectValue(await under.provider.listInvoices(under.customerId))).toMatchObject([{ status: 'void' }]);
  });

  test('a cancellation withdraws and notes a scheduled downgrade with its discount, and it can be scheduled again', async () => {
    const under = await subscribed({ sku: 'premium_plus_monthly', price: 999, percentOff: 40 });
    const { provider, subscriptionId } = under;
    const target = { subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 20 };
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-1'));
    const { periodEnd, heldChange } = await only(under);
    expect(heldChange).toMatchObject({ sku: 'premium_monthly', at: periodEnd, percentOff: 20 });
    expect(await only(under)).toMatchObject({ cancelAtPeriodEnd: true, pendingChange: null, discountPercent: 40 });
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, false, 'cancel-2'));
    expect(await only(under)).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null, pendingChange: null, heldChange });
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-2' }));
    expect(await only(under)).toMatchObject({
      pendingChange: { sku: 'premium_monthly', at: periodEnd },
      heldChange: null,
      nextAmount: 559,
    });
    await afterPeriod(under);
    expect(await only(under)).toMatchObject({ status: 'active', sku: 'premium_monthly', heldChange: null });
    expect(await paid(under)).toEqual([559, 599]);
  });

  test('a cancellation notes the discount that a scheduled downgrade keeps', async () => {
    const under = await subscribed({ sku: 'premium_plus_monthly', price: 999, percentOff: 20 });
    const { provider, subscriptionId } = under;
    const target = { subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 20 };
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-1'));
    expect((await only(under)).heldChange).toMatchObject({ percentOff: 20 });
  });

  test('a withdrawn downgrade is forgotten, even after a cancellation', async () => {
    const under = await subscribed({ sku: 'premium_plus_monthly', price: 999 });
    const { provider, subscriptionId } = under;
    const target = { subscriptionId, sku: 'premium_monthly', price: 699, percentOff: 0 };
    expectValue(await provider.scheduleDowngrade({ ...target, idempotencyKey: 'down-1' }));
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-1'));
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, false, 'cancel-2'));
    expectValue(await provider.releaseSchedule(subscriptionId, 'release-1'));
    expect(await only(under)).toMatchObject({ pendingChange: null, heldChange: null });
    expectValue(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'cancel-3'));
    expect(await only(under)).toMatchObject({ cancelAtPeriodEnd: true, heldChange: null });
  });

  test('a surplus subscription ends now and is not charged again', async () => {
    const under = await subscribed();
    expectValue(await under.provider.cancelNow(under.subscriptionId, 'surplus'));
    expect(await only(under)).toMatchObject({ status: 'canceled' });
    await under.moveTo(START + 40 * DAY);
    expect(await paid(under)).toEqual([699]);
  });

  test('an upgrade with 3-D Secure waits for the parent, who can refuse and then pass it', async () => {
    const under = await subscribed();
    const { provider, customerId, subscriptionId } = under;
    expectValue(await provider.saveCard(customerId, under.tokenOf('3ds'), 'card-2'));
    const target = { subscriptionId, sku: 'premium_plus_annual', percentOff: 0 };
    const { prorationDate, amountDue } = expectValue(await provider.previewChange({ ...target, prorationDate: null }));
    const result = await provider.change({ ...target, prorationDate, idempotencyKey: 'change-1' });
    expect(result).toEqual({ ok: false, error: { kind: 'declined', code: 'authentication_required' } });
    const waiting = await only(under);
    expect(waiting).toMatchObject({ sku: 'premium_monthly', latestInvoice: { status: 'open', hostedUrl: expect.stringMatching(/^http/) } });
    await under.confirm(waiting.latestInvoice?.hostedUrl ?? '', false);
    const refused = await only(under);
    expect(refused).toMatchObject({ sku: 'premium_monthly', latestInvoice: { declined: 'authentication_required' } });
    await under.confirm(refused.latestInvoice?.hostedUrl ?? '', true);
    expect(await only(under)).toMatchObject({ sku: 'premium_plus_annual', status: 'active', latestInvoice: { status: 'paid' } });
    expect(await paid(under)).toEqual([amountDue, 699]);
  });

  test('a first payment with 3-D Secure waits for the parent', async () => {
    const under = await withCard(START, '3ds');
    const { confirm } = expectValue(await under.provider.subscribe(order(under)));
    expect(await only(under)).toMatchObject({ status: 'incomplete', latestInvoice: { status: 'open', hostedUrl: confirm?.url } });
    await under.confirm(confirm?.url ?? '', true);
    expect(await only(under)).toMatchObject({ status: 'active' });
    expect(await paid(under)).toEqual([699]);
  });

  test('a first payment that nobody confirms gives no access and ends within a day', async () => {
    const under = await withCard(START, '3ds');
    expectValue(await under.provider.subscribe(order(under)));
    await under.moveTo(START + DAY);
    expect(await only(under)).toMatchObject({ status: 'incomplete_expired' });
    expect(await paid(under)).toEqual([]);
  });

  test('a first payment that is declined leaves no live subscription', async () => {
    const under = await withCard(START, 'charge_fails');
    const result = await under.provider.subscribe(order(under));
    expect(result).toEqual({ ok: false, error: { kind: 'declined', code: 'generic' } });
    const left = expectValue(await under.provider.listSubscriptions(under.customerId));
    expect(left.filter(({ status }) => status !== 'incomplete_expired')).toEqual([]);
  });

  test('refuses changes to a subscription that has ended', async () => {
    const under = await subscribed();
    expectValue(await under.provider.cancelNow(under.subscriptionId, 'end'));
    const kinds = [
      await under.provider.setCancelAtPeriodEnd(under.subscriptionId, true, 'a'),
      await under.provider.scheduleDowngrade({
        subscriptionId: under.subscriptionId,
        sku: 'plus_monthly',
        price: 199,
        percentOff: 0,
        idempotencyKey: 'b',
      }),
      await under.provider.previewChange({
        subscriptionId: under.subscriptionId,
        sku: 'premium_plus_monthly',
        percentOff: 0,
        prorationDate: null,
      }),
    ];
    expect(kinds.map((result) => (result.ok ? 'ok' : result.error.kind))).toEqual(['conflict', 'conflict', 'conflict']);
  });
});
