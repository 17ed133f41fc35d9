import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { MessagePage } from '#app/components/ui/message-page';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { FormReply } from '#app/server/form.server';

/** Asks for the address to send the reset email to. `email`: the initial address, from an old link or of the last email. */
export function ForgotPage({ email, token, reply }: { email: string; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { form, field } = useForm<'email'>({
    id: 'forgot',
    defaultValue: { email },
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./recovery.schemas')).validateForgot,
  });
  const address = field('email');
  return (
    <Form {...form} method="post">
      <MessagePage
        foot={
          <>
            <Button kind="main" name="intent" value="forgot">
              {t('recovery.send')}
            </Button>
            <ButtonLink to="/?view=login">{t('recovery.to_login')}</ButtonLink>
          </>
        }
        text={t('recovery.forgot_text')}
        title={t('auth.forgot')}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <Field
          autoComplete="username"
          defaultValue={address.initialValue}
          errors={toErrorTexts(t, address.errors)}
          id={address.id}
          inputMode="email"
          label={t('auth.email')}
          name={address.name}
          required
          type="email"
        />
      </MessagePage>
    </Form>
  );
}

/** Confirms the request. The text does not depend on whether the account exists (RECO-004). */
export function MailSentPage() {
  const { t } = useTranslation();
  return (
    <div data-testid="mail-sent">
      <MessagePage
        foot={
          <>
            <ButtonLink kind="main" to="/?view=login">
              {t('recovery.to_login')}
            </ButtonLink>
            <ButtonLink to="/forgot?again">{t('recovery.again')}</ButtonLink>
          </>
        }
        text={t('recovery.sent_text')}
        title={t('recovery.sent_title')}
      />
    </div>
  );
}
