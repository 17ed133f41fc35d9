import { hasAccess } from '#app/domain/billing';
import type { SkuDefinitionWire } from '#app/wire/subscription';
import type { MailFacts, MailTemplate } from '#workers/api/bindings';
import type { CallContext } from '../core/call-context';
import { getAccount } from '../store/account.queries';
import type { BillingRow, StoredSubscription } from './billing.queries';

const DAY_MS = 24 * 60 * 60_000;
/** Time before the end of a trial at which the parent gets an email. */
export const TRIAL_NOTICE_MS = 3 * DAY_MS;
/** Receipts older than this get no email, so that a first sync sends none for the past. */
const RECEIPT_NEWS_MS = 2 * DAY_MS;
const MAILED_MAX = 100;

type Subject = {
  key: string;
  template: Extract<
    MailTemplate,
    'trial-started' | 'trial-ending' | 'payment-failed' | 'plan-canceled' | 'plan-canceled-now' | 'plan-ended' | 'receipt'
  >;
  at: number | null;
  url: string | null;
  /** What is paid: the plan, and US cents. */
  sku?: string | null;
  cents?: number | null;
};

/**
 * Sends the emails about what a sync found: each once, by its key. Returns the keys of the last `MAILED_MAX` emails. `before` and `after`:
 * the subscription that gives access.
 */
export function mailBillingChanges(
  call: CallContext,
  { before, after, billing }: { before: StoredSubscription | null; after: StoredSubscription | null; billing: BillingRow },
  definitions: ReadonlyArray<SkuDefinitionWire>,
): Array<string> {
  const subjects = [...subjectsOf(before, after, call.now), ...receiptsOf(billing, call.now)];
  const news = subjects.filter(({ key }) => !billing.mailed.includes(key));
  const account = getAccount(call.sql);
  for (const { template, at, url, sku, cents } of news) {
    call.sendMail({
      to: account.email,
      locale: account.locale,
      template,
      link: url ?? new URL('/subscription', call.env.PUBLIC_URL).toString(),
      facts: {
        ...(at !== null && { at, timeZone: account.time_zone }),
        ...toPlan(definitions.find((definition) => definition.sku === sku)),
        ...(cents != null && { cents }),
      },
    });
  }
  return [...billing.mailed, ...news.map(({ key }) => key)].slice(-MAILED_MAX);
}

function toPlan(definition: SkuDefinitionWire | undefined): Pick<MailFacts, 'plan'> {
  const { tier, billing_cycle: cycle } = definition ?? { tier: 'free', billing_cycle: null };
  return cycle === null || tier === 'free' || tier === 'grandfathered' ? {} : { plan: { tier, cycle } };
}

function subjectsOf(before: StoredSubscription | null, after: StoredSubscription | null, now: number): Array<Subject> {
  if (after === null) {
    if (before === null || !hasAccess(before.status)) return [];
    // The provider ends an unpaid plan with its last attempt, never before it.
    const wasCanceled = before.status === 'past_due' && before.nextAttemptAt !== null && before.nextAttemptAt > now;
    return [{ key: `ended ${before.id}`, template: wasCanceled ? 'plan-canceled-now' : 'plan-ended', at: null, url: null }];
  }
  const { id, status, trialEnd, cancelAtPeriodEnd, periodEnd, periodStart, nextAttemptAt, sku, nextAmount } = after;
  const subjects: Array<Subject> = [];
  if (status === 'trialing') subjects.push({ key: `trial ${id}`, template: 'trial-started', at: trialEnd, url: null });
  if (status === 'trialing' && !cancelAtPeriodEnd && trialEnd !== null && trialEnd - TRIAL_NOTICE_MS <= now && trialEnd > now)
    subjects.push({ key: `trial ending ${id}`, template: 'trial-ending', at: trialEnd, url: null, sku, cents: nextAmount });
  if (status === 'past_due')
    subjects.push({
      key: `failed ${after.latestInvoice?.id ?? periodStart}`,
      template: 'payment-failed',
      at: nextAttemptAt,
      url: null,
      sku,
      cents: after.latestInvoice?.amountDue ?? null,
    });
  if (cancelAtPeriodEnd && before?.cancelAtPeriodEnd !== true)
    subjects.push({ key: `canceled ${id} ${after.canceledAt ?? periodEnd}`, template: 'plan-canceled', at: periodEnd, url: null });
  return subjects;
}

function receiptsOf({ receipts }: BillingRow, now: number): Array<Subject> {
  return receipts
    .filter(({ status, amount, at }) => status === 'paid' && amount > 0 && at > now - RECEIPT_NEWS_MS)
    .map(({ id, at, url, sku, amount }) => ({ key: `receipt ${id}`, template: 'receipt', at, url, sku, cents: amount }));
}
