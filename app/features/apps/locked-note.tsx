import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '~/components/ui/button';
import { Note } from '~/components/ui/note';

/** Why a button can only be looked at, beside it: the note may be far above, or under a window. */
export function LockedHint({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <p className="hint pair" id={id}>
      <Lock aria-hidden className="icon-small" />
      {t('apps.locked')}
    </p>
  );
}

/** What a panel would do if the plan had it, and the way to the plan (3.12.4, APPS-015). `isKept`: something is set, and holds no more. */
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
