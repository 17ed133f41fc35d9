import { useTranslation } from 'react-i18next';
import { SelectField } from '~/components/ui/field';
import type { TimeZone } from '~/domain/time';
import { toErrorTexts } from '~/features/shell/error-texts';

/** The child's time zone: bedtimes follow it, wherever the parent is. */
export function TimeZoneField({
  id,
  name,
  zones,
  defaultValue,
  errors,
}: {
  id: string;
  name: string;
  zones: Array<TimeZone>;
  defaultValue: TimeZone;
  errors?: Array<string> | undefined;
}) {
  const { t } = useTranslation();
  return (
    <SelectField defaultValue={defaultValue} errors={toErrorTexts(t, errors)} hint={t('child.time_zone_hint')} id={id} label={t('child.time_zone')} name={name}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}
