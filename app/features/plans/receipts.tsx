import { Check, CircleAlert, Download, Gift, Undo2 } from 'lucide-react';
import type { PlanFacts, PlanReceipt } from './plan-facts';
import type { PlanWords } from './use-plan-words';

const STATUSES = ['paid', 'open', 'void', 'uncollectible', 'draft'];

/** The receipts, newest first, with a link to the provider’s page of each. */
export function Receipts({ plan, words }: { plan: PlanFacts; words: PlanWords }) {
  const { t } = words;
  return (
    <section aria-labelledby="receipts" className="card">
      <h2 id="receipts">{t('plans.receipts')}</h2>
      {plan.receipts.length === 0 ? (
        <p className="text-muted">{t('plans.no_receipts')}</p>
      ) : (
        <ul className="ledger">
          {plan.receipts.map((receipt) => (
            <Receipt key={receipt.id} receipt={receipt} words={words} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Look = { key: string; state: 'allowed' | 'paused' | 'unmanaged'; Icon: typeof Check };

/** Returns what a receipt says: what became of a charge, or that it is a trial or a credit. */
function toLook({ kind, status, amount, refunded }: PlanReceipt): Look {
  const isPaid = status === 'paid';
  if (isPaid && kind === 'trial') return { key: 'plans.receipt_trial', state: 'unmanaged', Icon: Gift };
  if (isPaid && kind === 'credit') return { key: 'plans.receipt_credit', state: 'unmanaged', Icon: Undo2 };
  if (isPaid && amount > 0 && refunded >= amount) return { key: 'plans.receipt_refunded', state: 'unmanaged', Icon: Undo2 };
  const key = `plans.receipt_${STATUSES.includes(status) ? status : 'draft'}`;
  if (isPaid) return { key, state: 'allowed', Icon: Check };
  return { key, state: status === 'open' ? 'paused' : 'unmanaged', Icon: CircleAlert };
}

function Receipt({ receipt, words }: { receipt: PlanReceipt; words: PlanWords }) {
  const { t, money, clock, planAndCycle } = words;
  const { at, kind, plan, period, amount, refunded, url } = receipt;
  const { key, state, Icon } = toLook(receipt);
  const date = clock.date(at);
  const days = period === null ? '' : `${clock.date(period.startsAt)} – ${clock.date(period.endsAt)}`;
  return (
    <li>
      <div>
        <strong>{date}</strong>
        {plan === null ? null : <span className="text-muted">{planAndCycle(plan.tier, plan.cycle)}</span>}
        {days === '' ? null : <span className="text-muted">{days}</span>}
        {refunded === 0 || refunded >= amount ? null : (
          <span className="text-muted">{t('plans.receipt_part_refunded', { price: money(refunded) })}</span>
        )}
      </div>
      <span className="badge" data-state={state}>
        <Icon aria-hidden className="icon-small" />
        {t(key)}
      </span>
      <b>{money(kind === 'credit' ? -amount : amount)}</b>
      {url === null || kind === 'trial' ? null : (
        <a aria-label={t('plans.receipt_link', { date })} className="icon-button" href={url} rel="noopener noreferrer" target="_blank">
          <Download aria-hidden className="icon" />
        </a>
      )}
    </li>
  );
}
