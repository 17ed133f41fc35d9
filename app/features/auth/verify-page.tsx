import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { MessagePage } from '#app/components/ui/message-page';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import type { Verification } from './verify.server';

/** Shows the state of the email address, with a button to resend the email. */
export function VerifyPage({ verification, token, reply }: { verification: Verification; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { state, email, canResend, canChange } = verification;
  return (
    <Form data-verification={state} method="post">
      <MessagePage
        foot={
          <>
            {canResend ? (
              <Button kind="main" name="intent" value="resend">
                {t('verify.resend')}
              </Button>
            ) : null}
            <ButtonLink kind={canResend ? 'plain' : 'main'} to="/manage">
              {t('verification.go_on')}
            </ButtonLink>
            {canChange ? <ButtonLink to="/account/email">{t('account.change_email')}</ButtonLink> : null}
          </>
        }
        text={t(`verification.${state}_text`, { email })}
        title={t(`verification.${state}_title`)}
      >
        <FormMessageBox notice={state === 'done' ? null : reply?.notice} />
        <FormToken token={reply?.token ?? token} />
      </MessagePage>
    </Form>
  );
}
