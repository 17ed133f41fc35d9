import { Form, useNavigation } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import { withCheckLink } from '../check-link';
import { type CARD_FIELDS, checkCard } from './card-check';

/** Error codes of a declined card begin with this; the others name the field. */
const DECLINED = 'declined_';

const LABELS = { number: 'plans.card_number', expiry: 'plans.card_expiry', cvc: 'plans.card_cvc', name: 'plans.card_name' } as const;

const INPUTS = {
  number: { autoComplete: 'cc-number', inputMode: 'numeric', placeholder: '1234 1234 1234 1234', maxLength: 32 },
  expiry: { autoComplete: 'cc-exp', inputMode: 'numeric', placeholder: 'MM / YY', maxLength: 9 },
  cvc: { autoComplete: 'cc-csc', inputMode: 'numeric', placeholder: '123', maxLength: 4 },
  name: { autoComplete: 'cc-name', maxLength: 100 },
} as const;

/**
 * The sandbox’s card form. `hidden`: more fields. With script, a number that is no test card is not sent. After an error, the browser still has the
 * typed card; without script, only the name comes back.
 */
export function CardForm({
  token,
  reply,
  intent,
  label,
  action,
  hidden,
  children,
}: {
  token: string;
  reply: FormReply | undefined;
  intent: 'pay' | 'card';
  label: string;
  /** The URL to post to, if it is not the page’s own. */
  action?: string;
  hidden?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isBusy = useNavigation().state !== 'idle';
  const { form, field, validate } = useForm<(typeof CARD_FIELDS)[number]>({
    id: 'card',
    lastResult: reply?.lastResult ?? null,
    load: async () => checkCard,
  });
  // The check may still be loading. A card number never leaves the browser before it.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (event.defaultPrevented || checkCard(new FormData(event.currentTarget)).status === 'success') return;
    event.preventDefault();
    void validate(event.currentTarget);
  };
  const input = (name: (typeof CARD_FIELDS)[number]) => {
    const { id, errors, initialValue } = field(name);
    const texts = (errors ?? [])
      .slice(0, 1)
      .map((code) => (code.startsWith(DECLINED) ? t(`plans.declined_${code.slice(DECLINED.length)}`) : t(`plans.wrong_${code}`)));
    return <Field {...INPUTS[name]} defaultValue={initialValue} errors={texts} id={id} label={t(LABELS[name])} name={name} />;
  };
  return (
    <Form
      {...form}
      {...(action === undefined ? {} : { action })}
      className="card stack pay-card"
      method="post"
      onSubmit={onSubmit}
      preventScrollReset
      replace
    >
      <FormMessageBox notice={isBusy ? null : withCheckLink(reply?.notice)} />
      <FormToken token={reply?.token ?? token} />
      {hidden}
      {input('number')}
      <div className="pay-pair">
        {input('expiry')}
        {input('cvc')}
      </div>
      {input('name')}
      <Button isBusy={isBusy} kind="main" name="intent" value={intent} wide>
        {label}
      </Button>
      {children}
    </Form>
  );
}
