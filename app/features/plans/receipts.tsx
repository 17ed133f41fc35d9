import { Check, CircleAlert, Download } from 'lucide-react';
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

function Receipt({ receipt: { at, amount, status, url }, words: { t, money, clock } }: { receipt: PlanReceipt; words: PlanWords }) {
  const date = clock.date(at);
  const isPaid = status === 'paid';
  return (
    <li>
      <strong>{date}</strong>
      <span className="badge" data-state={isPaid ? 'allowed' : status === 'open' ? 'paused' : 'unmanaged'}>
        {isPaid ? <Check aria-hidden className="icon-small" /> : <CircleAlert aria-hidden className="icon-small" />}
        {t(`plans.receipt_${STATUSES.includes(status) ? status : 'draft'}`)}
      </span>
      <b>{money(amount)}</b>
      {url === null ? null : (
        <a aria-label={t('plans.receipt_link', { date })} className="icon-button" href={url} rel="noopener noreferrer" target="_blank">
          <Download aria-hidden className="icon" />
        </a>
      )}
    </li>
  );
}
