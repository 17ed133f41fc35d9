import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { AccountSwitchQuestion, StayLink } from '#app/features/shell/forms/account-switch-question';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { BrowserTimeZone } from '#app/features/shell/time/browser-time-zone';
import type { AccountSwitch, FormReply } from '#app/server/form.server';
import type { ProviderName } from './provider-name';

/** Sign-up with the name and address from a provider. The user can change both, and needs no password (SIGN-015). */
export function SsoSignUpForm({
  action,
  about,
  token,
  reply,
  leaving,
}: {
  action: string;
  about: { type: ProviderName; userName: string | null; email: string | null };
  token: string;
  reply: FormReply | undefined;
  /** The other account that is logged in and would be logged out; null if there is none. */
  leaving: AccountSwitch | null;
}) {
  const { t } = useTranslation();
  const isBusy = useNavigation().formAction === action;
  const provider = t(about.type === 'google' ? 'sso.google' : 'sso.apple');
  const { form, field } = useForm<'email' | 'user_name'>({
    id: 'signup-sso',
    lastResult: isBusy || reply === undefined ? null : reply.lastResult,
    load: async () => (await import('./sso.schemas')).validateSsoSignUp,
  });
  const [email, name] = [field('email'), field('user_name')];
  const asked = reply?.leaving ?? leaving;
  return (
    <Form action={action} aria-busy={isBusy} className="card form-card" {...form} method="post">
      <h2>{t('login.create_account')}</h2>
      <p>{t('sso.no_password', { provider })}</p>
      <FormMessageBox notice={isBusy ? null : reply?.notice} />
      <AccountSwitchQuestion leaving={asked} />
      <FormToken token={reply?.token ?? token} />
      <Field
        autoComplete="name"
        defaultValue={name.initialValue ?? about.userName ?? ''}
        errors={toErrorTexts(t, name.errors)}
        id={name.id}
        label={t('sso.name')}
        maxLength={64}
        name={name.name}
      />
      <Field
        autoComplete="email"
        defaultValue={email.initialValue ?? about.email ?? ''}
        errors={toErrorTexts(t, email.errors)}
        hint={about.email === null ? t('sso.email_hint', { provider }) : undefined}
        id={email.id}
        inputMode="email"
        label={t('auth.email')}
        name={email.name}
        required
        type="email"
      />
      <BrowserTimeZone />
      <Button aria-disabled={isBusy} kind="main" name="intent" value="signup-sso" wide>
        {isBusy ? t('login.creating') : t(asked ? 'leave.confirm' : 'login.create_button')}
      </Button>
      <StayLink leaving={asked} wide />
      <p className="hint">{t('login.free_hint')}</p>
      <p>
        <Link to="/?view=signup">{t('sso.with_password')}</Link>
      </p>
    </Form>
  );
}
