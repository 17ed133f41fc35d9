import { Form, Link, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import { useForm } from '~/features/shell/use-form';
import type { FormReply } from '~/server/form.server';
import { PasswordField } from './password-field';

export type AuthView = 'login' | 'signup';

/** The form of the two views of the landing page. `action` is where it is posted. */
export function AuthForm({
  view,
  action,
  token,
  reply,
  otherWays,
}: {
  view: AuthView;
  action: string;
  token: string;
  reply: FormReply | undefined;
  /** Other ways in, below the button: single sign-on, a forgotten password. */
  otherWays?: ReactNode;
}) {
  const { t } = useTranslation();
  const isBusy = useNavigation().formAction === action;
  const isSignUp = view === 'signup';
  const { form, field } = useForm<'email' | 'password'>({
    id: view,
    lastResult: isBusy || reply?.intent !== view ? null : reply.lastResult,
    load: async () => {
      const { validateLogin, validateSignUp } = await import('./auth.schemas');
      return isSignUp ? validateSignUp : validateLogin;
    },
  });
  const [email, password] = [field('email'), field('password')];
  return (
    <Form action={action} className="card form-card" {...form} method="post">
      <nav aria-label={t('auth.views')} className="choice">
        <Link aria-current={isSignUp ? 'page' : undefined} preventScrollReset to="/?view=signup">
          {t('auth.create_account')}
        </Link>
        <Link aria-current={isSignUp ? undefined : 'page'} preventScrollReset to="/?view=login">
          {t('auth.login')}
        </Link>
      </nav>
      <NoticeBox notice={isBusy || reply?.intent !== view ? null : reply.notice} />
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
      <PasswordField
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        errors={toErrorTexts(t, password.errors)}
        hint={isSignUp ? t('auth.password_hint') : undefined}
        id={password.id}
        label={t('auth.password')}
        name={password.name}
      />
      {isSignUp ? <BrowserTimeZone /> : null}
      <Button aria-disabled={isBusy} kind="main" name="intent" value={view} wide>
        {isBusy ? t(isSignUp ? 'auth.creating' : 'auth.logging_in') : t(isSignUp ? 'auth.create_button' : 'auth.login')}
      </Button>
      {isSignUp ? <p className="hint">{t('auth.free_hint')}</p> : null}
      {otherWays}
    </Form>
  );
}

/** Tells the server the browser's time zone where there is script; else the server guesses. */
function BrowserTimeZone() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input defaultValue="" name="time_zone" ref={input} type="hidden" />;
}
