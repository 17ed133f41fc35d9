import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { isolateName } from '#app/domain/isolate-name';
import { TIER_LIMITS } from '#app/domain/plan';
import { HowItWorks } from './good-to-know';

/** What screenshots would show, and which plans have them, on plans without (GAL-043). */
export function LockedGallery({ childName }: { childName: string }) {
  const { t } = useTranslation();
  return (
    <>
      <section aria-labelledby="locked" className="card g-locked" data-testid="locked">
        <div aria-hidden className="g-fan">
          {[1, 2, 3, 4, 5].map((index) => (
            <span className="g-sealed" key={index}>
              <Lock className="icon" />
            </span>
          ))}
        </div>
        <div className="g-locked-text">
          <span className="badge" data-state="unmanaged">
            <Lock aria-hidden className="icon-small" />
            {t('gallery.locked_badge')}
          </span>
          <h1 id="locked">{t('gallery.locked')}</h1>
          <p className="text-muted">{t('gallery.locked_text', { name: isolateName(childName) })}</p>
          <ButtonLink kind="main" to="/subscription">
            {t('limits.see_plan')}
          </ButtonLink>
        </div>
        <dl className="g-locked-plans">
          <div>
            <dt>Premium</dt>
            <dd>{t('gallery.plan_premium', { count: Number(TIER_LIMITS.premium.samplesOnDemandPerMonth) })}</dd>
          </div>
          <div>
            <dt>Premium+</dt>
            <dd>{t('gallery.plan_premium_plus')}</dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="good-to-know" className="card g-first">
        <h2 id="good-to-know">{t('gallery.good_to_know')}</h2>
        <HowItWorks name={childName} />
      </section>
    </>
  );
}
