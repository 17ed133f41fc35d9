import { type Account, get, idOf } from './account.ts';
import { TEST_CARDS } from './cards.ts';
import { answerChallenge, submitForm } from './checkout.ts';
import { advance } from './clock.ts';
import type { StripeState, Webhook } from './control.ts';
import { sign } from './events.ts';
import { confirmInvoice } from './pages.ts';
import { intentOf } from './payments.ts';
import type { Price } from './plain.ts';
import { createSubscription } from './subscriptions.ts';

type Body = Record<string, unknown>;

/** Answers an order of a test (`control.ts`). @throws Error for an unknown order */
export async function answerControl(account: Account, calls: Array<string>, order: string, body: Body): Promise<object> {
  switch (order) {
    case 'advance':
      advance(account, Number(body.to));
      await flushIfAuto(account);
      return { now: account.now };
    case 'start':
      account.now = Number(body.at);
      return { now: account.now };
    case 'faults':
      account.faults = body.faults as Account['faults'];
      return {};
    case 'settings':
      return Object.assign(account, body) && {};
    case 'pay':
      return pay(account, body);
    case 'confirm': {
      const invoice = body.secret === undefined ? String(body.invoice) : findInvoice(account, String(body.secret));
      // Only asks for the state of the payment.
      if (body.isAsked === true) return { status: intentOf(account, get(account.invoices, 'invoice', invoice))?.status };
      const status = confirmInvoice(account, invoice, body.challenge === 'pass');
      await flushIfAuto(account);
      return { status };
    }
    case 'act-like':
      for (const method of account.methods.values()) {
        const card = TEST_CARDS[String(body.number)];
        if (idOf(method.customer) === body.customer && card !== undefined) account.cards.set(method.id, { card, isConfirmed: true });
      }
      return {};
    case 'order': {
      const price = findPrice(account, String(body.sku));
      const order = { customer: String(body.customer), price, coupon: null, trialDays: 0, method: null, metadata: {}, withTax: false };
      return { id: createSubscription(account, order, { behavior: 'allow_incomplete' }).id };
    }
    case 'reprice':
      return Object.assign(findPrice(account, String(body.sku)), { unit_amount: Number(body.amount) });
    case 'reset':
      return reset(account, calls, Number(body.at));
    case 'state':
      return {
        now: account.now,
        subscriptions: [...account.subscriptions.values()],
        invoices: [...account.invoices.values()],
        charges: account.charges,
        customers: [...account.customers.values()],
        sessions: [...account.sessions.values()],
        endpoints: [...account.endpoints.keys()],
        calls,
      } satisfies StripeState;
    case 'webhooks':
      return account.deliveries.map((delivery) => toWebhook(account, delivery, Number(body.at ?? Date.now() / 1000)));
    case 'forget': {
      const ids = body.ids as Array<string>;
      account.deliveries = account.deliveries.filter(({ id }) => !ids.includes(id));
      return {};
    }
    case 'flush':
      return { statuses: await flush(account) };
    default:
      throw new Error(`Unknown order: ${order}`);
  }
}

function reset(account: Account, calls: Array<string>, at: number): object {
  const { customers, sessions, subscriptions, schedules, invoices, methods, intents, setups, discounts, cards, orders, waiting, replies } =
    account;
  for (const all of [customers, sessions, subscriptions, schedules, invoices, methods, intents, setups]) all.clear();
  for (const all of [discounts, cards, orders, waiting, replies, account.warned, account.usedTokens]) all.clear();
  Object.assign(account, { now: at, events: [], deliveries: [], charges: [], faults: [] });
  calls.length = 0;
  return {};
}

/** Returns the id of the invoice with this `confirmation_secret`. */
function findInvoice(account: Account, secret: string): string {
  const invoice = [...account.invoices.values()].find((found) => found.confirmation_secret?.client_secret === secret);
  if (invoice === undefined) throw new Error('No invoice with this secret');
  return invoice.id;
}

function findPrice(account: Account, sku: string): Price {
  const price = [...account.prices.values()].find(({ lookup_key }) => lookup_key === sku);
  if (price === undefined) throw new Error(`No price: ${sku}`);
  return price;
}

async function pay(account: Account, body: Body): Promise<object> {
  const session = get(account.sessions, 'checkout.session', String(body.session));
  const year = new Date(account.now * 1000).getUTCFullYear() + 3;
  const result = submitForm(account, session, { number: String(body.number), expMonth: 12, expYear: year, name: 'Jane Doe' });
  const isAnswered = result.kind === 'challenge' && body.challenge !== undefined;
  const last = isAnswered ? answerChallenge(account, session, result.method, body.challenge === 'pass') : result;
  await flushIfAuto(account);
  return last;
}

function toWebhook(account: Account, { id, event, url, payload, endpoint }: Account['deliveries'][number], at: number): Webhook {
  return { id, event, url, body: payload, signature: sign(payload, account.secrets.get(endpoint) ?? '', Math.floor(at)) };
}

export async function flushIfAuto(account: Account): Promise<void> {
  if (account.webhooks === 'auto') await flush(account);
}

async function flush(account: Account): Promise<Array<number>> {
  const statuses: Array<number> = [];
  for (const delivery of [...account.deliveries]) {
    const { url, body, signature } = toWebhook(account, delivery, Date.now() / 1000);
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
    const status = await fetch(url, { method: 'POST', headers, body }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    statuses.push(status);
    delivery.attempts += 1;
    if (status >= 200 && status < 300) account.deliveries = account.deliveries.filter(({ id }) => id !== delivery.id);
  }
  return statuses;
}
