import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useDerivedSubmit } from '#app/browser/use-derived-submit';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { AccountPassword } from '#app/features/shell/forms/account-password';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { NOT_SENT } from '#app/features/shell/forms/not-sent';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import type { FormReply } from '#app/server/form.server';
import type { AccountFacts } from './account-page.server';
import { ForgottenPassword, LogOutAndReset } from './forgotten-password';
import { prepareKeyRewrap } from './prepare-key-rewrap';

/** Dialog to change the password (ACCT-019). */
export function PasswordForm({ account, token, reply }: { account: AccountFacts; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { email, isLegacy } = account;
  const { form, field, validate } = useForm<'current_password' | 'new_password'>({
    id: 'password',
    lastResult: reply?.lastResult ?? null,
    load: async () => {
      const { validatePasswordChange } = await import('./account.schemas');
      return (fields) => validatePasswordChange(fields, { isLegacy, email });
    },
  });
  const derived = useDerivedSubmit({
    validate,
    // A legacy account's current password is sent as typed until this form changes it (A80).
    sources: () => ({
      ...(isLegacy ? {} : { current_password: { kind: 'password', email } as const }),
      new_password: { kind: 'password', email },
    }),
    parallelWork: prepareKeyRewrap(account, 'new_password'),
    replace: true,
  });
  const isBusy = derived.state === 'deriving';
  return (
    <>
      <Form {...form} {...derived.form} method="post">
        <Dialog
          foot={
            <Button isBusy={isBusy} kind="main" name="intent" value="password">
              {t('account_page.change_password')}
            </Button>
          }
          title={t('account_page.change_password')}
          wayOut={{ label: t('actions.cancel'), to: '/account' }}
        >
          <FormMessageBox notice={isBusy ? null : (NOT_SENT[derived.state] ?? reply?.notice)} />
          <FormToken token={reply?.token ?? token} />
          <p className="text-muted">{t('account_page.password_effect')}</p>
          <input autoComplete="username" name="username" type="hidden" value={email} />
          <AccountPassword
            autoComplete="current-password"
            errors={toErrorTexts(t, field('current_password').errors)}
            id={field('current_password').id}
            label={t('account_page.current_password')}
            name="current_password"
          />
          <ForgottenPassword />
          <AccountPassword
            autoComplete="new-password"
            errors={toErrorTexts(t, field('new_password').errors)}
            hint={t('auth.password_hint')}
            id={field('new_password').id}
            label={t('account_page.new_password')}
            name="new_password"
          />
        </Dialog>
      </Form>
      <LogOutAndReset />
    </>
  );
}
