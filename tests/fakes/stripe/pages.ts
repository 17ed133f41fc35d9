import { type Account, get, idOf } from './account.ts';
import { answerChallenge, type FormResult, submitForm } from './checkout.ts';
import { attach, createMethod } from './payment-methods.ts';
import { failChallenge, intentOf, type Payment } from './payments.ts';
import { StripeRefusal } from './refusal.ts';
import { attemptInvoice, methodOf, settle } from './subscriptions.ts';

export type Page = { status: number; location?: string; html?: string };

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body><main><h1>${title}</h1>${body}</main></body></html>`;
const field = (name: string, label: string, hint: string): string =>
  `<p><label>${label} <input name="${name}" placeholder="${hint}" required></label></p>`;

const CARD_FORM = `<form method="post">${field('number', 'Card number', '4242424242424242')}${field('expiry', 'Expiry', '12/34')}${field('cvc', 'CVC', '123')}${field('name', 'Name on card', 'Jane Doe')}<button>Pay</button></form>`;

function challengePage(method: string): Page {
  const hidden = `<input type="hidden" name="method" value="${escapeText(method)}">`;
  const buttons = '<button name="challenge" value="pass">Complete</button> <button name="challenge" value="fail">Fail</button>';
  return { status: 200, html: document('3D Secure 2 Test Page', `<form method="post">${hidden}${buttons}</form>`) };
}

function cardPage(title: string, amount: number | null, decline: string | null): Page {
  const price = amount === null ? '' : `<p>Total: $${(amount / 100).toFixed(2)}</p>`;
  const alert = decline === null ? '' : `<p role="alert">Your card was declined: ${escapeText(decline)}</p>`;
  return { status: decline === null ? 200 : 402, html: document(title, `${price}${alert}${CARD_FORM}`) };
}

/** Returns the hosted page of a checkout: a card form, perhaps a challenge, then a redirect back. Works without JavaScript. */
export function checkoutPage(account: Account, id: string, form: URLSearchParams | null): Page {
  const session = get(account.sessions, 'checkout.session', id);
  const back = (url: string | null): Page => ({ status: 303, location: (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) });
  if (session.status === 'complete') return back(session.success_url);
  if (session.status !== 'open' || session.ui_mode !== 'hosted_page') return { status: 410, html: document('This page has expired', '') };
  const show = (decline: string | null) => cardPage('Checkout', session.amount_total, decline);
  if (form === null) return show(null);
  const challenge = form.get('challenge');
  const result: FormResult =
    challenge === null
      ? submitForm(account, session, readCard(form))
      : answerChallenge(account, session, form.get('method') ?? '', challenge === 'pass');
  if (result.kind === 'complete') return back(session.success_url);
  return result.kind === 'challenge' ? challengePage(result.method) : show(result.declineCode);
}

/** Returns the hosted page of an invoice. Pays the open amount with the stored card after its challenge, or with a new card. */
export function invoicePage(account: Account, id: string, form: URLSearchParams | null): Page {
  const invoice = get(account.invoices, 'invoice', id);
  if (invoice.status === 'paid')
    return { status: 200, html: document('Receipt', `<p>Paid $${(invoice.amount_paid / 100).toFixed(2)}</p>`) };
  if (invoice.status !== 'open') return { status: 410, html: document('This invoice can no longer be paid', '') };
  const intent = intentOf(account, invoice);
  const show = (decline: string | null) => cardPage('Invoice', invoice.amount_due, decline);
  if (form === null) return intent?.status === 'requires_action' ? challengePage(idOf(intent.payment_method)) : show(null);
  const attempts = invoice.attempt_count;
  const challenge = form.get('challenge');
  try {
    if (challenge === 'fail' && intent !== null) {
      const failed = failChallenge(intent);
      settle(account, invoice);
      return show(failed.kind === 'declined' ? failed.decline.declineCode : null);
    }
    const method = challenge === null ? storeCard(account, idOf(invoice.customer), form) : (form.get('method') ?? '');
    const payment: Payment = attemptInvoice(account, invoice, method, { onSession: true, isConfirmed: challenge === 'pass' });
    invoice.attempt_count = attempts;
    if (payment.kind === 'challenge') return challengePage(method);
    return payment.kind === 'paid' ? invoicePage(account, id, null) : show(payment.decline.declineCode);
  } catch (error) {
    if (error instanceof StripeRefusal && error.status === 402) return show(error.body.decline_code ?? error.body.code ?? '');
    throw error;
  }
}

/**
 * Confirms the open payment of a subscription with its own card, as the script does with a `confirmation_secret`. Returns the status of the
 * invoice.
 */
export function confirmInvoice(account: Account, id: string, isPassed: boolean): string {
  const invoice = get(account.invoices, 'invoice', id);
  const subscription = get(account.subscriptions, 'subscription', idOf(invoice.parent?.subscription_details?.subscription));
  const form = new URLSearchParams({ challenge: isPassed ? 'pass' : 'fail', method: methodOf(account, subscription) });
  invoicePage(account, id, form);
  return invoice.status ?? '';
}

function storeCard(account: Account, customer: string, form: URLSearchParams): string {
  return attach(account, createMethod(account, readCard(form)), customer).id;
}

function readCard(form: URLSearchParams) {
  const [month, year] = (form.get('expiry') ?? '').split('/').map(Number);
  return {
    number: (form.get('number') ?? '').replaceAll(' ', ''),
    expMonth: month ?? 0,
    expYear: 2000 + (year ?? 0),
    name: form.get('name'),
  };
}
