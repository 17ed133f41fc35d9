import { Hourglass, Images, MapPin, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type FeatureGroup, listFeatures } from '#app/domain/plan-features';
import type { PickerTier } from '#app/domain/subscription-view';
import { Tick } from './tick';

const ICONS = { screen_time: Hourglass, activity: Images, locator: MapPin, supervision: ShieldCheck } as const satisfies Record<
  FeatureGroup,
  unknown
>;

/** All features of a plan by group (SUBS-067 to SUBS-086). */
export function FeatureList({ tier, days, devices }: { tier: PickerTier; days: number; devices: string }) {
  const { t } = useTranslation();
  return (
    <div className="feature-groups">
      {listFeatures(tier).map(({ group, features }) => {
        const Icon = ICONS[group];
        return (
          <section key={group}>
            <h4>
              <Icon aria-hidden className="icon" />
              {t(`plans.group_${group}`)}
            </h4>
            <ul className="ticks">
              {features.map((feature) => (
                <Tick key={feature}>{t(`plans.feature_${feature}`, { days, devices })}</Tick>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
