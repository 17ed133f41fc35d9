import { useTranslation } from 'react-i18next';
import { type DistanceUnits, toWrittenDistance, unitsOf } from '#app/domain/distance-units';
import { useFormats } from '#app/features/shell/time/use-formats';

/** Returns the units of the user's region, and a function that writes meters in them: «450 ft», «1,4 km». */
export function useDistance(): { units: DistanceUnits; distance: (meters: number) => string } {
  const { t } = useTranslation();
  const { locale, decimal } = useFormats();
  const units = unitsOf(locale);
  return {
    units,
    distance: (meters) => {
      const { unit, value } = toWrittenDistance(meters, units);
      return t(`locator.${unit}`, { value: String(value).replace('.', decimal) });
    },
  };
}
