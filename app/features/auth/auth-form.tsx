import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DerivedSecrets, SecretSource } from '#app/browser/derive-fields';
import { type DerivedState, useDerivedSubmit } from '#app/browser/use-derived-submit';
import { Button } from '#app/components/ui/button';
import { Field } from '#app/components/ui/field';
import { AccountPassword } from '#app/features/shell/forms/account-password';
import { AccountSwitchQuestion, StayLink } from '#app/features/shell/forms/account-switch-question';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { BrowserTimeZone } from '#app/features/shell/time/browser-time-zone';
import type { FormMessage, FormReply } from '#app/server/form.server';

export type AuthView = 'login' | 'signup';

/** The form of both views of the landing page. `action`: the URL it posts to. */
export function AuthForm({
  view,
  action,
  token,
  reply,
  otherWays,
  head,
  foot,
}: {
  view: AuthView;
  action: string;
  token: string;
  reply: FormReply | undefined;
  /** Other ways to log in, below the button, such as single sign-on. */
  otherWays?: ReactNode;
  /** Replaces the links to the two views. */
  head?: ReactNode;
  /** Replaces the sentence below the button about the free plan. */
  foot?: ReactNode;
}) {
  const { t } = useTranslation();
  const isSent = useNavigation().formAction === action;
  const isSignUp = view === 'signup';
  const { form, field, validate } = useForm<'email' | 'password'>({
    id: view,
    lastResult: isSent || reply?.intent !== view ? null : reply.lastResult,
    load: async () => {
      const { validateLogin, validateSignUp } = await import('./auth.schemas');
      return isSignUp ? validateSignUp : validateLogin;
    },
  });
  const leaving = reply?.intent === view ? reply.leaving : null;
  const keepKeys = isSignUp ? addNewKey : keepForOpening;
  const derived = useDerivedSubmit({
    validate,
    sources: saltOf,
    parallelWork: leaving == null ? keepKeys : afterEmptying(keepKeys),
    wantsTyped: reply?.intent === view && reply.wantsTyped === true,
  });
  const isBusy = isSent || derived.state === 'deriving';
  const ownWords = t(isSignUp ? 'login.create_button' : 'login.login');
  const [email, password] = [field('email'), field('password')];
  return (
    <Form action={action} className="card form-card" {...form} {...derived.form} aria-busy={isBusy} method="post">
      {head ?? <Views isSignUp={isSignUp} />}
      <FormMessageBox notice={isBusy ? null : (UNSENT[derived.state] ?? (reply?.intent === view ? reply.notice : null))} />
      <AccountSwitchQuestion leaving={leaving} />
      <FormToken token={reply?.token ?? token} />
      <Field
        autoComplete={isSignUp ? 'email' : 'username'}
        defaultValue={email.initialValue}
        errors={toErrorTexts(t, email.errors)}
        id={email.id}
        inputMode="email"
        label={t('auth.email')}
        name={email.name}
        required
        type="email"
      />
      <AccountPassword
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        errors={toErrorTexts(t, password.errors)}
        hint={isSignUp ? t('auth.password_hint') : undefined}
        id={password.id}
        label={t('auth.password')}
        name={password.name}
      />
      <BrowserTimeZone />
      {isSignUp ? null : <ForgotLink />}
      <Button aria-disabled={isBusy} kind="main" name="intent" value={view} wide>
        {isBusy ? t(isSignUp ? 'login.creating' : 'login.logging_in') : leaving == null ? ownWords : t('leave.confirm')}
      </Button>
      <StayLink leaving={leaving} wide />
      {foot ?? (isSignUp ? <p className="hint">{t('login.free_hint')}</p> : null)}
      {otherWays}
    </Form>
  );
}

function Views({ isSignUp }: { isSignUp: boolean }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('login.views')} className="choice">
      <Link aria-current={isSignUp ? 'page' : undefined} preventScrollReset to="/?view=signup">
        {t('login.create_account')}
      </Link>
      <Link aria-current={isSignUp ? undefined : 'page'} preventScrollReset to="/?view=login">
        {t('login.login')}
      </Link>
    </nav>
  );
}

type Beside = typeof keepForOpening | typeof addNewKey;

/** Returns a function that empties the other account's key store before it calls `keep` (A79). */
function afterEmptying(keep: Beside): typeof addNewKey {
  return async (fields, hashing) => {
    await (await import('#app/browser/key-store')).emptyKeyStore();
    await keep(fields, hashing);
  };
}

const UNSENT: Partial<Record<DerivedState, FormMessage>> = {
  offline: { key: 'error_strings.offline_not_sent', params: {}, link: null },
  failed: { key: 'error_strings.unknown', params: {}, link: null },
};

function saltOf(fields: FormData): Record<string, SecretSource> {
  return { password: { kind: 'password', email: String(fields.get('email') ?? '') } };
}

async function addNewKey(fields: FormData, hashing: Promise<DerivedSecrets | null>): Promise<void> {
  const keys = await import('#app/browser/new-key');
  await Promise.all([keys.addNewKey(fields, hashing), keys.keepForOpening(hashing)]);
}

async function keepForOpening(_: FormData, hashing: Promise<DerivedSecrets | null>): Promise<void> {
  await (await import('#app/browser/new-key')).keepForOpening(hashing);
}

function ForgotLink() {
  const { t } = useTranslation();
  return (
    <p className="small">
      <Link to="/forgot">{t('auth.forgot')}</Link>
    </p>
  );
}
