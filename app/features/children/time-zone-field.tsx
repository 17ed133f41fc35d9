import { useEffect, useRef } from 'react';
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
  isGuess = false,
}: {
  id: string;
  name: string;
  zones: Array<TimeZone>;
  defaultValue: TimeZone;
  errors?: Array<string> | undefined;
  /** The value was nobody's choice: the browser may know better. */
  isGuess?: boolean;
}) {
  const { t } = useTranslation();
  const select = useRef<HTMLSelectElement>(null);
  // UTC is what the server takes where it knows nothing; the browser knows better.
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (isGuess && defaultValue === 'UTC' && select.current !== null && zones.includes(own)) select.current.value = own;
  }, [defaultValue, isGuess, zones]);
  return (
    <SelectField
      defaultValue={defaultValue}
      errors={toErrorTexts(t, errors)}
      hint={t('child.time_zone_hint')}
      id={id}
      label={t('child.time_zone')}
      name={name}
      selectRef={select}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}
