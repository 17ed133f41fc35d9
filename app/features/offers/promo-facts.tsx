import type { TFunction } from 'i18next';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PromoView } from './promo-view';

/** What the plan includes, from the catalog. */
export function PromoFacts({ plan: { devices, hasDailyLimit, locatorDays, screenshots } }: { plan: PromoView['plan'] }) {
  const { t } = useTranslation();
  const facts = [
    devices === 'unlimited' ? t('promo.any_devices') : t('promo.devices', { count: devices }),
    t('promo.schedules'),
    ...(hasDailyLimit ? [t('promo.daily_limit')] : []),
    ...(screenshots === null ? [] : [toScreenshots(t, screenshots)]),
    ...(locatorDays > 0 ? [t('promo.locator', { count: locatorDays })] : []),
  ];
  return (
    <ul aria-label={t('promo.includes')} className="promo-facts">
      {facts.map((fact) => (
        <li key={fact}>
          <Check aria-hidden className="icon-small" />
          {fact}
        </li>
      ))}
    </ul>
  );
}

function toScreenshots(t: TFunction, screenshots: NonNullable<PromoView['plan']['screenshots']>): string {
  if (screenshots === 'automatic') return t('promo.screenshots_automatic');
  return screenshots === 'unlimited' ? t('promo.screenshots_unlimited') : t('promo.screenshots', { count: screenshots });
}
