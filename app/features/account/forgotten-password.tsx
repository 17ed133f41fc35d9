import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';

const ID = 'log-out-and-reset';

/**
 * Button that logs out and opens the password reset. A reset email can be requested only when logged out (A110). Needs `LogOutAndReset` on
 * the page.
 */
export function ForgottenPassword() {
  const { t } = useTranslation();
  return (
    <div className="forgotten">
      <span className="text-muted">{t('auth.forgot')}</span>
      <Button form={ID} kind="quiet">
        {t('account_page.log_out_and_reset')}
      </Button>
    </div>
  );
}

/** The form that the `ForgottenPassword` button submits. Render it outside other forms, because forms cannot be nested. */
export function LogOutAndReset() {
  return <Form action="/logout?then=forgot" id={ID} method="post" reloadDocument />;
}
