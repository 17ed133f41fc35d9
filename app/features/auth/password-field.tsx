import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField as Password } from '~/components/ui/password-field';

/** The password of an account: required, never shown again by the server. */
export function PasswordField(field: {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  errors: Array<string>;
  autoComplete: 'current-password' | 'new-password';
}) {
  const { t } = useTranslation();
  return <Password {...field} hide={t('auth.hide_password')} required show={t('auth.show_password')} />;
}
