import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { SecretSource } from '#app/browser/derive-fields';
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
import { NewAddressField } from './new-address-field';
import { prepareKeyRewrap } from './prepare-key-rewrap';

/** Dialog to change the address. It asks for the password, because the new address becomes its salt (ACCT-030). */
export function EmailForm({ account, token, reply }: { account: AccountFacts; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { email, isLegacy, verified } = account;
  const { form, field, validate } = useForm<'new_email' | 'current_password'>({
    id: 'email',
    lastResult: reply?.lastResult ?? null,
    load: async () => {
      const { validateEmailChange } = await import('./account.schemas');
      return (fields) => validateEmailChange(fields, { isLegacy, email });
    },
  });
  const derived = useDerivedSubmit({
    validate,
    sources: (fields) => saltBoth(fields, email, isLegacy),
    parallelWork: prepareKeyRewrap(account, 'upd_password'),
    replace: true,
  });
  const isBusy = derived.state === 'deriving';
  const [address, password] = [field('new_email'), field('current_password')];
  return (
    <>
      <Form {...form} {...derived.form} method="post">
        <Dialog
          foot={
            <Button isBusy={isBusy} kind="main" name="intent" value="email">
              {t('account.change_email')}
            </Button>
          }
          title={t('account.change_email')}
          wayOut={{ label: t('actions.cancel'), to: '/account' }}
        >
          <FormMessageBox notice={isBusy ? null : (NOT_SENT[derived.state] ?? reply?.notice)} />
          <FormToken token={reply?.token ?? token} />
          <p className="text-muted">{t(verified ? 'account_page.email_effect' : 'account_page.email_effect_unconfirmed', { email })}</p>
          <NewAddressField address={address} />
          <AccountPassword
            autoComplete="current-password"
            errors={toErrorTexts(t, password.errors)}
            id={password.id}
            label={t('account_page.current_password')}
            name={password.name}
          />
          <ForgottenPassword />
        </Dialog>
      </Form>
      <LogOutAndReset />
    </>
  );
}

/**
 * Returns the salts: the current address for the current password, the new address for `upd_password`. Also copies the typed password to
 * `upd_password`. A legacy account's current password is sent as typed (A80).
 */
function saltBoth(fields: FormData, email: string, isLegacy: boolean): Record<string, SecretSource> {
  fields.set('upd_password', String(fields.get('current_password') ?? ''));
  return {
    ...(isLegacy ? {} : { current_password: { kind: 'password', email } as const }),
    upd_password: { kind: 'password', email: String(fields.get('new_email') ?? '') },
  };
}
