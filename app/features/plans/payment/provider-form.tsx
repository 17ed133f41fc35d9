import { Form, useFetcher, useNavigation } from '@remix-run/react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormMessage, FormReply } from '#app/server/form.server';
import { withCheckLink } from '../check-link';
import type { StripeCheckout, StripeFormProps } from './stripe-checkout';

const FORM_FAILED: FormMessage = { key: 'plans.form_failed', params: {}, link: null };

/** The answer to `intent=elements`: the checkout, or the form with a message. */
type CheckoutAnswer = { checkout: StripeCheckout } | FormReply;

/**
 * Payment at the provider. The button leads to the provider’s own page, also without script. With script and `StripeForm`, the provider’s form
 * opens on our page instead.
 */
export function ProviderForm({
  token,
  reply,
  fields,
  label,
  action,
  StripeForm,
  children,
}: {
  token: string;
  reply: FormReply | undefined;
  /** The fields of the order, sent with each intent. */
  fields: Record<string, string>;
  /** The text of the button that pays in the form on our page. */
  label: string;
  /** The URL to post to, if it is not the page’s own. */
  action?: string;
  StripeForm: ComponentType<StripeFormProps> | null;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isBusy = useNavigation().state !== 'idle';
  const [hasFailed, setHasFailed] = useState(false);
  const [fail] = useState(() => () => setHasFailed(true));
  const answer = useElements(token, fields, StripeForm !== null, action);
  const notice = hasFailed ? FORM_FAILED : (reply?.notice ?? (answer !== undefined && 'notice' in answer ? answer.notice : null));
  if (StripeForm !== null && !hasFailed && answer !== undefined && 'checkout' in answer) {
    return (
      <div className="card stack pay-card">
        <StripeForm {...answer.checkout} label={label} onFailed={fail} />
        {children}
      </div>
    );
  }
  return (
    <Form {...(action === undefined ? {} : { action })} className="card stack pay-card" method="post" reloadDocument>
      <FormMessageBox notice={withCheckLink(notice)} />
      <FormToken token={reply?.token ?? token} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <Button isBusy={isBusy} kind="main" name="intent" value="hosted" wide>
        {t('plans.to_provider')}
      </Button>
      {children}
    </Form>
  );
}

/** Opens a checkout for the form on our page, once. */
function useElements(
  token: string,
  fields: Record<string, string>,
  isWanted: boolean,
  action: string | undefined,
): CheckoutAnswer | undefined {
  const fetcher = useFetcher<CheckoutAnswer>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isWanted || isAsked.current) return;
    isAsked.current = true;
    fetcher.submit({ ...fields, form_token: token, intent: 'elements' }, { method: 'post', ...(action === undefined ? {} : { action }) });
  }, [isWanted, fetcher, fields, token, action]);
  return fetcher.data;
}
