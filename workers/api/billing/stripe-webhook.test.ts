import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { newInstallation, newStripeFamily, sendTo, webhookRequest } from '#tests/clients/stripe-family';
import { readEverything } from '#tests/clients/worker';
import { sign } from '#tests/fakes/stripe/events';

const DAY = 24 * 60 * 60_000;
const START = Math.floor(Date.now() / 1000) * 1000;
const now = () => Math.floor(Date.now() / 1000);

let logged: Array<MockInstance>;
beforeEach(() => {
  logged = [vi.spyOn(console, 'warn').mockImplementation(() => undefined), vi.spyOn(console, 'error').mockImplementation(() => undefined)];
});
afterEach(() => {
  for (const spy of logged) spy.mockRestore();
});

describe('POST /stripe/webhook', () => {
  test('stores a renewal in the family before it answers 200', async () => {
    const { control, buy, deliver, info } = await newStripeFamily(START);
    await buy();
    await deliver();
    const before = (await info()).summary?.renewal_ts ?? 0;
    await control.advanceTo((before + DAY) / 1000);
    expect((await info()).summary?.renewal_ts).toBe(before);
    expect(new Set(await deliver())).toEqual(new Set([200]));
    expect((await info()).summary?.renewal_ts).toBeGreaterThan(before + 27 * DAY);
  });

  test('stores nothing of the event, which only causes a sync', async () => {
    const { parent, control, buy, send } = await newStripeFamily(START);
    await buy();
    const [webhook] = (await control.webhooks()).filter(({ event }) => event.type === 'customer.subscription.updated');
    const event = JSON.parse(webhook?.body ?? '{}');
    event.data.object.status = 'canceled';
    event.data.object.metadata = { marker: 'from-the-payload' };
    event.id = 'evt_changed';
    const body = JSON.stringify(event);
    const secret = `whsec_${await endpointOf(control)}`;
    expect((await send(webhookRequest({ body, signature: sign(body, secret, now()) }))).status).toBe(200);
    const stored = JSON.stringify(await readEverything(parent.accountId));
    expect(stored).not.toContain('from-the-payload');
    expect(stored).toContain('"active\\"');
  });

  test.each([
    ['no signature', (body: string) => ({ body, signature: '' })],
    ['another secret', (body: string) => ({ body, signature: sign(body, 'whsec_other', now()) })],
    ['an empty secret', (body: string) => ({ body, signature: sign(body, '', now()) })],
  ])('refuses a body with %s', async (_name, forge) => {
    const { control, send } = await newInstallation();
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: { customer: 'cus_1' } } });
    expect((await send(webhookRequest(forge(body)))).status).toBe(400);
    expect((await control.state()).calls.filter((call) => call.includes('/v1/subscriptions'))).toEqual([]);
  });

  test('refuses a changed body and a signature older than five minutes', async () => {
    const { buy, control, send } = await newStripeFamily(START);
    await buy();
    const [webhook] = await control.webhooks();
    const [old] = await control.webhooks(now() - 301);
    const [late] = await control.webhooks(now() - 290);
    if (webhook === undefined || old === undefined || late === undefined) throw new Error('No webhook');
    expect((await send(webhookRequest({ ...webhook, body: `${webhook.body} ` }))).status).toBe(400);
    expect((await send(webhookRequest(old))).status).toBe(400);
    expect((await send(webhookRequest(late))).status).toBe(200);
  });

  test('answers 413 to a body over 512 KB without reading its signature', async () => {
    const { send } = await newInstallation();
    expect((await send(webhookRequest({ body: 'x'.repeat(513 * 1024), signature: '' }))).status).toBe(413);
  });

  test('answers 200 to an unknown customer and an event without one', async () => {
    const { control, send } = await newInstallation();
    const secret = `whsec_${await endpointOf(control)}`;
    for (const [id, customer] of [
      ['evt_a', 'cus_nobody'],
      ['evt_b', null],
    ]) {
      const body = JSON.stringify({ id, object: 'event', type: 'invoice.paid', data: { object: { customer } } });
      const answer = await send(webhookRequest({ body, signature: sign(body, secret, now()) }));
      expect([answer.status, await answer.json()]).toEqual([200, { received: customer === null ? 'no_customer' : 'unknown_customer' }]);
    }
  });

  test('reads nothing for an event that was received before', async () => {
    const { buy, control, send } = await newStripeFamily(START);
    await buy();
    const webhook = (await control.webhooks()).find(({ event }) => event.type === 'invoice.paid');
    if (webhook === undefined) throw new Error('No webhook');
    expect(await (await send(webhookRequest(webhook))).json()).toEqual({ received: 'synced' });
    const { calls } = await control.state();
    expect(await (await send(webhookRequest(webhook))).json()).toEqual({ received: 'before' });
    expect((await control.state()).calls).toEqual(calls);
  });

  test('answers 503 if Stripe cannot be read, and accepts the same event later', async () => {
    const { buy, control, send } = await newStripeFamily(START);
    await buy();
    const webhook = (await control.webhooks()).find(({ event }) => event.type === 'invoice.paid');
    if (webhook === undefined) throw new Error('No webhook');
    await control.plan({ call: '*', kind: 'outage', times: 20 });
    expect((await send(webhookRequest(webhook))).status).toBe(503);
    await control.plan();
    expect(await (await send(webhookRequest(webhook))).json()).toEqual({ received: 'synced' });
  });

  test('answers 503 while keys are set and the secret is missing, and 404 without Stripe', async () => {
    const { settings } = await newInstallation();
    const request = () => webhookRequest({ body: '{}', signature: sign('{}', '', now()) });
    expect((await sendTo({ ...settings, STRIPE_WEBHOOK_SECRET: '' })(request())).status).toBe(503);
    expect((await sendTo({ ...settings, STRIPE_WEBHOOK_SECRET: undefined })(request())).status).toBe(503);
    expect((await sendTo({})(request())).status).toBe(404);
  });
});

/** Returns the id of the only endpoint. Its secret is `whsec_` followed by this id. */
async function endpointOf(control: Awaited<ReturnType<typeof newInstallation>>['control']): Promise<string> {
  return (await control.state()).endpoints[0] ?? '';
}
