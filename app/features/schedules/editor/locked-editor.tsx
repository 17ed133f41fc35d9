import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { Note } from '#app/components/ui/note';
import type { LimitValue } from '#app/domain/plan';

/** Replaces the editor if the plan allows no more schedules (RULE-030). Shows the reason, the options and a link to the plan. */
export function LockedEditor({ childName, limit, back }: { childName: string; limit: LimitValue; back: string }) {
  const { t } = useTranslation();
  return (
    <Dialog
      foot={
        <ButtonLink kind="main" to="/subscription">
          {t('limits.see_plan')}
        </ButtonLink>
      }
      title={t('schedules.new_for', { name: childName })}
      wayOut={{ label: t('actions.cancel'), to: back }}
    >
      <Note icon={<Lock aria-hidden className="icon" />}>
        <strong>{t('schedules.full', { count: typeof limit === 'number' ? limit : 0 })}</strong>
        <p>{t('schedules.full_hint')}</p>
      </Note>
    </Dialog>
  );
}
