import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';

const ID = 'log-out-and-reset';

/** For whoever is logged in and does not know the password any more: a mail's link is asked for logged out (A110). Needs `LogOutAndReset`. */
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

/** The form of that button: it stands beside the form that the button is shown in, for forms cannot be nested. */
export function LogOutAndReset() {
  return <Form action="/logout?then=forgot" id={ID} method="post" reloadDocument />;
}
