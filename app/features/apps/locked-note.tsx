import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';

/** Explains next to a button why it is disabled. The full note may be far above or behind a dialog. */
export function LockedHint({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <p className="hint pair" id={id}>
      <Lock aria-hidden className="icon-small" />
      {t('apps.locked')}
    </p>
  );
}

/** Describes the panel and links to the plan that has it (3.12.4, APPS-015). `isKept`: settings are stored but do not apply. */
export function LockedNote({ would, isKept }: { would: string; isKept: boolean }) {
  const { t } = useTranslation();
  return (
    <div data-testid="locked">
      <Note icon={<Lock aria-hidden className="icon" />}>
        <strong>{t('apps.locked')}</strong>
        <p>{would}</p>
        {isKept ? <p>{t('apps.kept')}</p> : null}
        <ButtonLink className="mt-3" kind="soft" to="/subscription">
          {t('limits.see_plan')}
        </ButtonLink>
      </Note>
    </div>
  );
}
