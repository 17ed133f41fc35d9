import { CheckoutElementsProvider, PaymentElement, useCheckoutElements } from '@stripe/react-stripe-js/checkout';
import { CircleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { LoadingMessage } from '#app/components/ui/loading';
import { Note } from '#app/components/ui/note';
import type { StripeFormProps } from './stripe-checkout';
import { openStripe } from './stripe-script.client';

/** Stripe’s card form, drawn by its script in a frame of its own: the card never reaches our page. */
export function StripeElements({ clientSecret, publishableKey, ...rest }: StripeFormProps) {
  const { i18n } = useTranslation();
  const [stripe] = useState(() => openStripe(publishableKey, i18n.language));
  const options = useMemo(() => ({ clientSecret, elementsOptions: { appearance: readAppearance() } }), [clientSecret]);
  return (
    <CheckoutElementsProvider options={options} stripe={stripe}>
      <CardPart {...rest} />
    </CheckoutElementsProvider>
  );
}

function CardPart({ returnUrl, label, onFailed }: Omit<StripeFormProps, 'clientSecret' | 'publishableKey'>) {
  const { t } = useTranslation();
  const result = useCheckoutElements();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const hasFailed = result.type === 'error';
  useEffect(() => {
    if (hasFailed) onFailed();
  }, [hasFailed, onFailed]);
  if (result.type !== 'success') return <LoadingMessage label={t('plans.form_loading')} />;
  const { checkout } = result;
  const pay = async () => {
    setIsSending(true);
    setRefusal(null);
    // Without an answer, the outcome is unknown: the return page reads it from Stripe. Nothing is sent again.
    const answer = await checkout.confirm({ redirect: 'if_required' }).catch(() => null);
    if (answer === null || answer.type === 'success') return window.location.assign(returnUrl);
    setIsSending(false);
    setRefusal(answer.error.message);
  };
  return (
    <>
      <PaymentElement options={{ layout: 'tabs' }} />
      {refusal === null ? null : (
        <Note icon={<CircleAlert aria-hidden className="icon" />} role="alert" state="blocked">
          <p>{refusal}</p>
        </Note>
      )}
      <Button isBusy={isSending} kind="main" onClick={pay} type="button" wide>
        {label}
      </Button>
    </>
  );
}

/** Returns our colors for Stripe’s form, as they apply in the current theme. */
function readAppearance() {
  const probe = document.createElement('span');
  document.body.appendChild(probe);
  const colorOf = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colorOf('--brand'),
    colorBackground: colorOf('--surface'),
    colorText: colorOf('--ink'),
    colorTextSecondary: colorOf('--muted'),
    colorDanger: colorOf('--blocked'),
    borderRadius: '12px',
  };
  probe.remove();
  return { theme: 'stripe' as const, variables };
}
