import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';

/** Dialog that asks before the account is deleted (ACCT-040). */
export function DeleteForm({ token, reply }: { token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  return (
    <Form method="post" replace>
      <Dialog
        foot={
          <Button kind="remove-sure" name="intent" value="request-deletion">
            {t('account_page.delete_sure')}
          </Button>
        }
        title={t('account_page.delete_question')}
        wayOut={{ label: t('account_page.keep'), to: '/account' }}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <p>{t('account_page.delete_explained')}</p>
      </Dialog>
    </Form>
  );
}
