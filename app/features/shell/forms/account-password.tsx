import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '~/components/ui/password-field';

/** The password of an account: required, never shown again by the server. */
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
