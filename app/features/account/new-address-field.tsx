import { useTranslation } from 'react-i18next';
import { Field } from '#app/components/ui/field';
import type { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';

/** Field for the new email address. `address` is the form's field `new_email`. */
export function NewAddressField({ address }: { address: ReturnType<ReturnType<typeof useForm>['field']> }) {
  const { t } = useTranslation();
  return (
    <Field
      autoComplete="email"
      defaultValue={address.initialValue}
      errors={toErrorTexts(t, address.errors)}
      id={address.id}
      inputMode="email"
      label={t('account_page.new_email')}
      name={address.name}
      required
      type="email"
    />
  );
}
