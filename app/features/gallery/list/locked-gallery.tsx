import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { EmptyState } from '#app/components/ui/empty-state';

/** Says that the plan has no screenshots (GAL-043). */
export function LockedGallery() {
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
        title={t('gallery.locked')}
      />
    </section>
  );
}
