import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import type { FormMessage } from '#app/server/form.server';
import type { GuardReason } from './guard';

/**
 * Dialog shown when a step is not possible (2.17.1, A50). It has the reason, an optional link to a page that helps, and a Back button. Only
 * its buttons close it. Without JavaScript, `FormMessageBox` shows the message in the page.
 */
export function LimitDialog({ reason, notice, onClose }: { reason: GuardReason; notice: FormMessage; onClose: () => void }) {
  const { t } = useTranslation();
  const { link } = notice;
  const wayOn =
    link === null ? undefined : (
      <ButtonLink kind="main" to={link.to}>
        {t(link.key)}
      </ButtonLink>
    );
  return (
    <Dialog foot={wayOn} isBlocking title={t('limits.guard_title')} wayOut={{ label: t('actions.back'), onClose }}>
      <p data-guard={reason}>{t(notice.key, notice.params)}</p>
    </Dialog>
  );
}
