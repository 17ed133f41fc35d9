import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useDerivedSubmit } from '#app/browser/use-derived-submit';
import { Button } from '#app/components/ui/button';
import { Choice } from '#app/components/ui/choice';
import { MessagePage } from '#app/components/ui/message-page';
import { AccountPassword } from '#app/features/shell/forms/account-password';
import { AccountSwitchQuestion, StayLink } from '#app/features/shell/forms/account-switch-question';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { NOT_SENT } from '#app/features/shell/forms/not-sent';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { AccountSwitch, FormReply } from '#app/server/form.server';
import type { ResetLink } from './reset.server';

/** Sets a new password with the link from the email. The hidden address is for the browser's password manager. */
export function ResetPage({
  link,
  token,
  reply,
  leaving,
}: {
  link: ResetLink;
  token: string;
  reply: FormReply | undefined;
  /** The other account that is logged in and would be logged out; null if there is none. */
  leaving: AccountSwitch | null;
}) {
  const { t } = useTranslation();
  const { form, field, validate } = useForm<'new_password'>({
    id: 'reset',
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./recovery.schemas')).validateReset,
  });
  const sources = () => ({ new_password: { kind: 'password', email: link.email } as const });
  const derived = useDerivedSubmit({ validate, sources });
  const isBusy = derived.state === 'deriving';
  const password = field('new_password');
  const asked = reply?.leaving ?? leaving;
  return (
    <Form {...form} {...derived.form} method="post">
      <MessagePage
        foot={
          <>
            <Button isBusy={isBusy} kind="main" name="intent" value="reset">
              {t(asked ? 'leave.confirm' : 'recovery.save')}
            </Button>
            <StayLink leaving={asked} />
          </>
        }
        text={t('recovery.reset_text', { email: link.email })}
        title={t('recovery.new_password')}
      >
        <FormMessageBox notice={isBusy ? null : (NOT_SENT[derived.state] ?? reply?.notice)} />
        <AccountSwitchQuestion leaving={asked} />
        <FormToken token={reply?.token ?? token} />
        <input autoComplete="username" name="email" type="hidden" value={link.email} />
        <input name="token" type="hidden" value={link.token} />
        <AccountPassword
          autoComplete="new-password"
          errors={toErrorTexts(t, password.errors)}
          hint={t('auth.password_hint')}
          id={password.id}
          label={t('recovery.new_password')}
          name={password.name}
        />
        {link.isMoved ? <WhoseAccount /> : null}
      </MessagePage>
    </Form>
  );
}

/**
 * If an account recently moved to this address, asks whose account it is. The account may belong to somebody who mistyped an address or
 * wants to trap the user (A145).
 */
function WhoseAccount() {
  const { t } = useTranslation();
  return (
    <Choice
      defaultValue="own"
      hint={t('recovery.moved_hint')}
      id="reset-account"
      label={t('recovery.moved_question')}
      name="account"
      options={[
        { value: 'own', label: t('recovery.moved_own'), hint: t('recovery.moved_own_hint') },
        { value: 'new', label: t('recovery.moved_new'), hint: t('recovery.moved_new_hint') },
      ]}
    />
  );
}
