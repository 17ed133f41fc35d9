import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#app/components/ui/field';
import type { TimeZone } from '#app/domain/time';
import { zoneName } from '#app/domain/zone-name';
import { toErrorTexts } from '#app/features/shell/messages/error-texts';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import { formatTime } from '#app/features/shell/time/times';
import { useFormats } from '#app/features/shell/time/use-formats';
import { findOption, findOptionOf, ZoneOptions } from './zone-options';

/** A time zone for display in a form: identifier and place name in the user's language. Only the server has the place names. */
export type ShownZone = { zone: TimeZone; label: string };

/** Time zone field: the parent types or picks from the filtered list. The server resolves the text (zone-list.ts). */
export function TimeZoneField({
  id,
  name,
  own,
  hint,
  defaultValue = own.label,
  errors,
  isGuess = false,
  ...focus
}: {
  id: string;
  name: string;
  own: ShownZone;
  /** Explains what the zone is used for. */
  hint: string;
  defaultValue?: string | undefined;
  errors?: Array<string> | undefined;
  /** True if nobody chose the value, so the browser's zone may replace it. */
  isGuess?: boolean;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const [first, setFirst] = useState(defaultValue);
  const [chosen, setChosen] = useState(defaultValue === own.label ? own.zone : null);
  const list = useRef<HTMLDataListElement>(null);
  // The browser's zone is applied once, so that later choices survive a reload of page data.
  const mayGuess = useRef(isGuess);
  const input = () => list.current?.parentElement?.querySelector('input') ?? null;
  const hear = () => {
    const field = input();
    if (field === null) return;
    setChosen(field.value === own.label ? own.zone : (findOption(list.current, field.value)?.zone ?? null));
  };
  const onList = () => {
    const guess = mayGuess.current ? findOptionOf(list.current, Intl.DateTimeFormat().resolvedOptions().timeZone) : null;
    mayGuess.current = false;
    // The parent may have typed a zone before hydration.
    const field = input();
    if (field === null || guess === null || field.value !== first) return hear();
    // Sets the guess as the initial value too, so that it does not count as typed.
    setFirst(guess.label);
    field.value = guess.label;
    setChosen(guess.zone);
  };
  return (
    <Field
      {...focus}
      autoComplete="off"
      defaultValue={first}
      errors={toErrorTexts(t, errors)}
      hint={<ZoneHint hint={hint} zone={chosen} />}
      id={id}
      label={t('child.time_zone')}
      list={`${id}-list`}
      name={name}
      onChange={hear}
      // The list shows only options that match the text. Selecting it lets typing start a new search.
      onFocus={({ currentTarget }) => currentTarget.select()}
      end={<ZoneOptions id={`${id}-list`} listRef={list} onList={onList} />}
      spellCheck={false}
    />
  );
}

/**
 * Explains the field and shows the chosen zone's name and current time, so that parents notice a wrong choice. The options show no time:
 * formatting 400 of them takes 0.5 ms each.
 */
function ZoneHint({ zone, hint }: { zone: TimeZone | null; hint: string }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const now = Date.now();
  return (
    <>
      {hint}
      {zone === null ? null : (
        <>
          {sentenceSeparator(i18n.language)}
          <span suppressHydrationWarning>
            {t('child.time_zone_now', { time: formatTime(now, zone, formats), zone: zoneName(zone, i18n.language, now) })}
          </span>
        </>
      )}
    </>
  );
}
