import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { MessagePage } from '#app/components/ui/message-page';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { AccountSwitch } from '#app/server/form.server';

/**
 * Asks whether to switch accounts when a user returns from a provider while another account is logged in. The form reloads the document, so
 * that no data of the other account stays in memory.
 */
export function SwitchAccountPage({ leaving, token }: { leaving: AccountSwitch; token: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" reloadDocument>
      <MessagePage
        foot={
          <>
            <Button kind="main" name="intent" value="leave">
              {t('leave.confirm')}
            </Button>
            <Button name="intent" value="stay">
              {t('leave.stay', { name: leaving.name })}
            </Button>
          </>
        }
        text={t('leave.question', { name: leaving.name })}
        title={t('auth.logout_question')}
      >
        <FormToken token={token} />
        <input name="leave_account" type="hidden" value={leaving.accountId} />
      </MessagePage>
    </Form>
  );
}
