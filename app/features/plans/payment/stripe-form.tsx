import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingMessage } from '#app/components/ui/loading';
import type { StripeFormProps } from './stripe-checkout';

// Stripe’s packages are in this file only, so that no other page loads them.
const Elements = lazy<ComponentType<StripeFormProps>>(() =>
  import('./stripe-elements.client').then(
    ({ StripeElements }) => ({ default: StripeElements }),
    () => ({ default: Unavailable }),
  ),
);

/** Stripe’s form on our page. Rendered in the browser only, once the checkout is open. `onFailed`: the form can’t be shown. */
export function StripeForm(props: StripeFormProps) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<LoadingMessage label={t('plans.form_loading')} />}>
      <Elements {...props} />
    </Suspense>
  );
}

/** Stands in for a file that could not be loaded. */
function Unavailable({ onFailed }: Pick<StripeFormProps, 'onFailed'>) {
  useEffect(onFailed, [onFailed]);
  return null;
}
