import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { promoPath } from '#app/domain/promo';
import { CardForm } from '#app/features/plans/payment/card-form';
import type { PaymentPageData } from '#app/features/plans/payment/payment.server';
import { ProviderForm } from '#app/features/plans/payment/provider-form';
import { StripeForm } from '#app/features/plans/payment/stripe-form';
import { TestCards } from '#app/features/plans/payment/test-cards';
import { usePaymentWords } from '#app/features/plans/payment/use-payment-words';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { PromoPrice } from './promo-price';
import type { PromoView } from './promo-view';

/** What the page of a logged-in parent shows. `payment`: null if the parent can’t buy the plan here. */
export type ParentPromo = { view: PromoView; payment: PaymentPageData | null; isPaying: boolean; formToken: string };

/** The payment form of a logged-in parent (SIGN-043), or why there is none. */
export function PromoPurchase({
  page: { view, payment, isPaying, formToken },
  clock,
  reply,
}: {
  page: ParentPromo;
  clock: Clock;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <section className="card form-card">
        <PromoPrice clock={clock} view={view} />
        {isPaying ? <p data-has-plan="">{t('promo.has_plan')}</p> : null}
        {payment === null ? <ButtonLink to="/subscription">{t('promo.to_subscription')}</ButtonLink> : null}
      </section>
      {payment === null ? null : <Payment clock={clock} page={payment} reply={reply} token={formToken} view={view} />}
    </>
  );
}

function Payment({
  view,
  page,
  clock,
  token,
  reply,
}: {
  view: PromoView;
  page: PaymentPageData;
  clock: Clock;
  token: string;
  reply: FormReply | undefined;
}) {
  const { offer, isTrial, provider, shown } = page;
  const { label, terms } = usePaymentWords(page, clock);
  const fields = { sku: offer.sku, trial: isTrial ? 'yes' : 'no', shown };
  const action = `${promoPath(view.choice)}?pay`;
  if (provider === 'stripe') {
    return (
      <ProviderForm action={action} fields={fields} label={label} reply={reply} StripeForm={StripeForm} token={token}>
        <p className="plan-terms">{terms}</p>
      </ProviderForm>
    );
  }
  return (
    <>
      <TestCards />
      <CardForm
        action={action}
        hidden={Object.entries(fields).map(([field, value]) => <input key={field} name={field} type="hidden" value={value} />)}
        intent="pay"
        label={label}
        reply={reply}
        token={token}
      >
        <p className="plan-terms">{terms}</p>
      </CardForm>
    </>
  );
}
