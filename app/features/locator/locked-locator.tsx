import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { EmptyState } from '#app/components/ui/empty-state';

/** Says what location would show, on plans without it (LOC-038). */
export function LockedLocator() {
  const { t } = useTranslation();
  return (
    <section className="card" data-testid="locked">
      <EmptyState
        action={
          <ButtonLink kind="main" to="/subscription">
            {t('limits.see_plan')}
          </ButtonLink>
        }
        heading="h1"
        icon={<Lock aria-hidden className="icon" />}
        title={t('locator.locked')}
      >
        {t('locator.locked_text')}
      </EmptyState>
    </section>
  );
}
