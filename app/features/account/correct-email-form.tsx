import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useForm } from '#app/features/shell/forms/use-form';
import type { FormReply } from '#app/server/form.server';
import type { AccountFacts } from './account-page.server';
import { toCorrectLabel } from './account-views';
import { NewAddressField } from './new-address-field';

type Correction = { account: AccountFacts; token: string; reply: FormReply | undefined };

/**
 * Dialog to correct the address of a single sign-on account. If the login is older than ten minutes, the user must log in again first
 * (A151).
 */
export function CorrectEmailForm(correction: Correction) {
  return correction.account.isRecentLogin ? <NewAddress {...correction} /> : <LogInAgain account={correction.account} />;
}

function NewAddress({ account, token, reply }: Correction) {
  const { t } = useTranslation();
  const { email } = account;
  const { form, field } = useForm<'new_email'>({
    id: 'email',
    lastResult: reply?.lastResult ?? null,
    load: async () => {
      const { validateEmailCorrection } = await import('./account.schemas');
      return (fields) => validateEmailCorrection(fields, email);
    },
  });
  const address = field('new_email');
  const label = t(toCorrectLabel(account));
  return (
    <Form {...form} method="post" replace>
      <Dialog
        foot={
          <Button kind="main" name="intent" value="email">
            {label}
          </Button>
        }
        title={label}
        wayOut={{ label: t('actions.cancel'), to: '/account' }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <p className="text-muted">{t('account_page.correct_effect')}</p>
        <NewAddressField address={address} />
      </Dialog>
    </Form>
  );
}

/** Asks the user to log in again. The logout keeps the return target, so the login opens this dialog again. */
function LogInAgain({ account }: { account: AccountFacts }) {
  const { t } = useTranslation();
  return (
    <Form action="/logout?then=email" method="post" reloadDocument>
      <Dialog
        foot={<Button kind="main">{t('account_page.correct_login_button')}</Button>}
        title={t(toCorrectLabel(account))}
        wayOut={{ label: t('actions.cancel'), to: '/account' }}
      >
        <p>{t('account_page.correct_login')}</p>
      </Dialog>
    </Form>
  );
}
