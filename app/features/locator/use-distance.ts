import { useTranslation } from 'react-i18next';
import { type DistanceUnits, toWrittenAccuracy, toWrittenDistance, unitsOf, type WrittenDistance } from '#app/domain/distance-units';
import { useFormats } from '#app/features/shell/time/use-formats';

/**
 * Returns the units of the user's region, and functions that write meters in them: «450 ft», «1,4 km». `accuracy` rounds up.
 */
export function useDistance(): { units: DistanceUnits; distance: (meters: number) => string; accuracy: (meters: number) => string } {
  const { t } = useTranslation();
  const { locale, decimal } = useFormats();
  const units = unitsOf(locale);
  const write = ({ unit, value }: WrittenDistance) => t(`locator.${unit}`, { value: String(value).replace('.', decimal) });
  return {
    units,
    distance: (meters) => write(toWrittenDistance(meters, units)),
    accuracy: (meters) => write(toWrittenAccuracy(meters, units)),
  };
}
