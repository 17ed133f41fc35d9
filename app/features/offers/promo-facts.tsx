import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PromoView } from './promo-view';

/** What the plan includes, from the catalog. */
export function PromoFacts({ plan: { devices, hasDailyLimit, locatorDays } }: { plan: PromoView['plan'] }) {
  const { t } = useTranslation();
  const facts = [
    devices === 'unlimited' ? t('promo.any_devices') : t('promo.devices', { count: devices }),
    t('promo.schedules'),
    ...(hasDailyLimit ? [t('promo.daily_limit')] : []),
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
