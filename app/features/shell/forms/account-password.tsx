import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#app/components/ui/password-field';

/** Password field of an account. Required; the server never returns its value. */
export function AccountPassword(field: {
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  errors: Array<string>;
  autoComplete: 'current-password' | 'new-password';
}) {
  const { t } = useTranslation();
  return <PasswordField {...field} hide={t('auth.hide_password')} required show={t('auth.show_password')} />;
}
