import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '~/components/ui/field';
import type { TimeZone } from '~/domain/time';
import { zoneName } from '~/domain/zone-name';
import { toErrorTexts } from '~/features/shell/error-texts';
import { formatTime } from '~/features/shell/times';
import { useFormats } from '~/features/shell/use-formats';
import { gapIn } from '~/features/shell/wording';
import { cityOf } from './city';

/** The child's time zone: bedtimes follow it, wherever the parent is. */
export function TimeZoneField({
  id,
  name,
  zones,
  defaultValue,
  errors,
  isGuess = false,
  ...focus
}: {
  id: string;
  name: string;
  zones: Array<TimeZone>;
  defaultValue: TimeZone;
  errors?: Array<string> | undefined;
  /** The value was nobody's choice: the browser may know better. */
  isGuess?: boolean;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const toOption = (zone: TimeZone) => (
    <option key={zone} value={zone}>
      {cityOf(zone)}
    </option>
  );
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState(defaultValue);
  // The browser is asked once: what is chosen later stays, also over data that are loaded again.
  const mayGuess = useRef(isGuess);
  useEffect(() => {
    // Somebody may have chosen before the script had taken over.
    setChosen(select.current?.value ?? defaultValue);
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!mayGuess.current || select.current === null) return;
    mayGuess.current = false;
    if (select.current.value !== defaultValue || !zones.includes(own)) return;
    select.current.value = own;
    setChosen(own);
  }, [defaultValue, zones]);
  return (
    <SelectField
      {...focus}
      defaultValue={defaultValue}
      errors={toErrorTexts(t, errors)}
      hint={<ZoneHint isKnown={zones.includes(chosen)} zone={chosen} />}
      id={id}
      label={t('child.time_zone')}
      name={name}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      selectRef={select}
    >
      {groupZones(zones).map(({ region, members }) =>
        region === null ? (
          members.map(toOption)
        ) : (
          <optgroup key={region} label={region}>
            {members.map(toOption)}
          </optgroup>
        ),
      )}
    </SelectField>
  );
}

/**
 * What the zone means for the child, and clock and name of the one that is chosen now: one that is wrong is seen at once. Not those of all: the platform takes half a millisecond
 * for each of four hundred, and the wording is its own (times.ts).
 */
function ZoneHint({ zone, isKnown }: { zone: TimeZone; isKnown: boolean }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const now = Date.now();
  return (
    <>
      {t('child.time_zone_hint')}
      {/* What was sent may be no zone at all: then it stands as refused, and has no name. */}
      {isKnown ? (
        <>
          {gapIn(i18n.language)}
          <span suppressHydrationWarning>
            {t('child.time_zone_now', { time: formatTime(now, zone, formats), zone: zoneName(zone, i18n.language, now) })}
          </span>
        </>
      ) : null}
    </>
  );
}

/** Zones by the first part of their names, «Europe»; those without one stand alone. The order stays. */
function groupZones(zones: Array<TimeZone>): Array<{ region: string | null; members: Array<TimeZone> }> {
  const groups: Array<{ region: string | null; members: Array<TimeZone> }> = [];
  for (const zone of zones) {
    const region = zone.includes('/') ? (zone.split('/')[0] ?? null) : null;
    const last = groups.at(-1);
    if (last !== undefined && last.region === region) last.members.push(zone);
    else groups.push({ region, members: [zone] });
  }
  return groups;
}
