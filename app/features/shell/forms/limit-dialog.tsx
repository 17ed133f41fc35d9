import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import type { FormMessage } from '#app/server/form.server';
import type { GuardReason } from './guard';

/**
 * The guard before a step (2.17.1, A50): what stands in its way, the way on, and the way back. Blocking: only its buttons leave it. Without
 * script the page that answers the form says the same (`FormMessageBox`).
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
