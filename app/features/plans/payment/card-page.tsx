import { Link } from '@remix-run/react';
import { ArrowLeft, Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { PLANS_PATH } from '../plan-facts';
import { toBrandName } from '../stored-card';
import { usePlanWords } from '../use-plan-words';
import { CardForm } from './card-form';
import type { CardPageData } from './card-page.server';
import { ProviderForm } from './provider-form';
import type { StripeFormProps } from './stripe-checkout';
import { TestCards } from './test-cards';

const NO_FIELDS = {};

/** The form for another card (`update_pmt`, SUBS-103). */
export function CardPage({
  page: { card, due, provider, zone, now },
  token,
  reply,
  StripeForm,
}: {
  page: CardPageData;
  token: string;
  reply: FormReply | undefined;
  StripeForm: ComponentType<StripeFormProps> | null;
}) {
  const { t, money } = usePlanWords(useClock(zone, now));
  return (
    <div className="narrow pay-form">
      <Link className="plans-back" to={PLANS_PATH}>
        <ArrowLeft aria-hidden className="icon-small" />
        {t('plans.back_to_plan')}
      </Link>
      <h1 className="sentence">
        {t('plans.change_card')}
        <span className="later">
          {card === null ? t('plans.no_card') : t('plans.card_now', { brand: toBrandName(card.brand), last4: card.last4 })}
          {due === null ? '' : ` ${t('plans.card_pays_due', { price: money(due.amount) })}`}
        </span>
      </h1>
      {provider === 'sandbox' ? (
        <>
          <TestCards />
          <CardForm
            hidden={due === null ? null : <input name="invoice" type="hidden" value={due.invoiceId} />}
            intent="card"
            label={t('plans.save_card')}
            reply={reply}
            token={token}
          />
        </>
      ) : (
        <ProviderForm fields={NO_FIELDS} label={t('plans.save_card')} reply={reply} StripeForm={StripeForm} token={token} />
      )}
      <p className="quiet-line">
        <Lock aria-hidden className="icon-small" />
        <span>{t(`plans.kept_${provider}`)}</span>
      </p>
    </div>
  );
}
