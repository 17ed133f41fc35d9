import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { MessagePage } from '#app/components/ui/message-page';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { UNDO_BAD } from './undo-bad';
import type { UndoLink } from './undo-email.server';

/** Asks before the address is restored, because email scanners open links but press no buttons (S06). */
export function UndoEmailPage({ link, token, reply }: { link: UndoLink; token: string; reply: FormReply | undefined }) {
  const { t } = useTranslation();
  return (
    <Form method="post">
      <MessagePage
        foot={
          <Button kind="main" name="intent" value="undo-email">
            {t('recovery.undo')}
          </Button>
        }
        text={t('recovery.undo_text')}
        title={t('recovery.undo_title')}
      >
        <FormMessageBox notice={reply?.notice} />
        <FormToken token={reply?.token ?? token} />
        <input name="account_id" type="hidden" value={link.accountId} />
        <input name="token" type="hidden" value={link.token} />
      </MessagePage>
    </Form>
  );
}

/** Says that the link cannot restore an address, and shows the other options. */
export function BadUndoLinkPage() {
  const { t } = useTranslation();
  return (
    <div data-testid="undo-bad">
      <MessagePage
        foot={
          <>
            <ButtonLink kind="main" to="/?view=login">
              {t('recovery.to_login')}
            </ButtonLink>
            <ButtonLink to="/forgot?changed">{t('auth.forgot')}</ButtonLink>
          </>
        }
        text={t(UNDO_BAD)}
        title={t('account.email')}
      />
    </div>
  );
}

/** Confirms the restored address and shows the next steps, because somebody else knew the password. */
export function EmailRestoredPage() {
  const { t } = useTranslation();
  return (
    <div data-testid="email-restored">
      <MessagePage
        foot={
          <>
            <ButtonLink kind="main" to="/forgot">
              {t('recovery.choose_password')}
            </ButtonLink>
            <ButtonLink to="/?view=login">{t('recovery.to_login')}</ButtonLink>
          </>
        }
        text={t('recovery.undone_text')}
        title={t('recovery.undone_title')}
      />
    </div>
  );
}
