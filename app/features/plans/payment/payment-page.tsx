import { Link } from '@remix-run/react';
import { ArrowLeft, Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { PLANS_PATH } from '../plan-facts';
import { usePlanWords } from '../use-plan-words';
import { CardForm } from './card-form';
import { OrderCard } from './order-card';
import type { PaymentPageData } from './payment.server';
import { ProviderForm } from './provider-form';
import type { StripeFormProps } from './stripe-checkout';
import { TestCards } from './test-cards';
import { usePaymentWords } from './use-payment-words';

/** The payment step of a purchase (SUBS-089). `StripeForm`: the provider’s form on our page; null leads to its own page. */
export function PaymentPage({
  page,
  token,
  reply,
  StripeForm,
}: {
  page: PaymentPageData;
  token: string;
  reply: FormReply | undefined;
  StripeForm: ComponentType<StripeFormProps> | null;
}) {
  const clock = useClock(page.zone, page.now);
  const { t, money, plan, trial } = usePlanWords(clock);
  const { offer, isTrial, provider, steps, shown } = page;
  const name = plan(offer.tier);
  const fields = { sku: offer.sku, trial: isTrial ? 'yes' : 'no', shown };
  const { label, terms } = usePaymentWords(page, clock);
  const today = money(steps[0]?.amount ?? 0);
  return (
    <div className="pay">
      <div className="pay-form">
        <Link className="plans-back" to={PLANS_PATH}>
          <ArrowLeft aria-hidden className="icon-small" />
          {t('plans.back')}
        </Link>
        <h1 className="sentence">
          {t(isTrial ? 'plans.start' : 'plans.get', { plan: name })}
          <span className="later">
            {isTrial ? `${t('plans.free_for', { span: trial(offer.trialDays) })} ` : ''}
            {t('plans.today', { price: today })}
          </span>
        </h1>
        {provider === 'sandbox' ? (
          <>
            <TestCards />
            <CardForm
              hidden={Object.entries(fields).map(([field, value]) => <input key={field} name={field} type="hidden" value={value} />)}
              intent="pay"
              label={label}
              reply={reply}
              token={token}
            >
              <p className="plan-terms">{terms}</p>
            </CardForm>
          </>
        ) : (
          <ProviderForm fields={fields} label={label} reply={reply} StripeForm={StripeForm} token={token}>
            <p className="plan-terms">{terms}</p>
          </ProviderForm>
        )}
        <p className="quiet-line">
          <Lock aria-hidden className="icon-small" />
          <span>{t(`plans.kept_${provider}`)}</span>
        </p>
      </div>
      <OrderCard clock={clock} page={page} />
    </div>
  );
}
