import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useDerivedSubmit } from '~/browser/use-derived-submit';
import { Button } from '~/components/ui/button';
import { Sheet } from '~/components/ui/sheet';
import { AccountPassword } from '~/features/shell/account-password';
import { toErrorTexts } from '~/features/shell/error-texts';
import { FormToken } from '~/features/shell/form-token';
import { NoticeBox } from '~/features/shell/notice-box';
import { UNSENT } from '~/features/shell/unsent';
import { useForm } from '~/features/shell/use-form';
import type { FormReply } from '~/server/form.server';
import type { ResetLink } from './reset.server';

/** The new password, for whoever holds the link of the mail. The address is sent along for the browser's password manager, too. */
export function ResetPage({ link, token, reply }: { link: ResetLink; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  const { form, field, isRight } = useForm<'new_password'>({
    id: 'reset',
    lastResult: reply?.lastResult ?? null,
    load: async () => (await import('./recovery.schemas')).validateReset,
  });
  const sources = () => ({ new_password: { kind: 'password', email: link.email } as const });
  const derived = useDerivedSubmit({ isRight, sources });
  const isBusy = derived.state === 'deriving';
  const password = field('new_password');
  return (
    <Form {...form} method="post" onSubmit={derived.onSubmit}>
      <Sheet
        foot={
          <Button isBusy={isBusy} kind="main" name="intent" value="reset">
            {t('recovery.save')}
          </Button>
        }
        text={t('recovery.reset_text', { email: link.email })}
        title={t('recovery.new_password')}
      >
        <NoticeBox notice={isBusy ? null : (UNSENT[derived.state] ?? reply?.notice)} />
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
      </Sheet>
    </Form>
  );
}
