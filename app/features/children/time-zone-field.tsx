import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '~/components/ui/field';
import type { TimeZone } from '~/domain/time';
import { zoneName } from '~/domain/zone-name';
import { toErrorTexts } from '~/features/shell/messages/error-texts';
import { sentenceGap } from '~/features/shell/messages/wording';
import { formatTime } from '~/features/shell/time/times';
import { useFormats } from '~/features/shell/time/use-formats';
import { findOption, findOptionOf, ZoneOptions } from './zone-options';

/** What a form shows of a zone at first: its identifier and its place in the reader's language, which only the server knows. */
export type ShownZone = { zone: TimeZone; label: string };

/** A time zone: typed, or chosen from the list that the typing narrows. The server reads what stands there (zone-list.ts). */
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
  /** What the zone is for. */
  hint: string;
  defaultValue?: string | undefined;
  errors?: Array<string> | undefined;
  /** The value was nobody's choice: the browser may know better. */
  isGuess?: boolean;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const [first, setFirst] = useState(defaultValue);
  const [chosen, setChosen] = useState(defaultValue === own.label ? own.zone : null);
  const list = useRef<HTMLDataListElement>(null);
  // The browser is asked once: what is chosen later stays, also over data that are loaded again.
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
    // Somebody may have chosen before the script had taken over.
    const field = input();
    if (field === null || guess === null || field.value !== first) return hear();
    // As if it had stood there from the beginning: nobody has typed it.
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
      // The list shows only what fits the text: typing starts a new search at once.
      onFocus={({ currentTarget }) => currentTarget.select()}
      end={<ZoneOptions id={`${id}-list`} listRef={list} onList={onList} />}
      spellCheck={false}
    />
  );
}

/**
 * What the zone means, and clock and name of the one that is chosen now: one that is wrong is seen at once. Not those of all: the platform
 * takes half a millisecond for each of four hundred, and the wording is its own (times.ts).
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
          {sentenceGap(i18n.language)}
          <span suppressHydrationWarning>
            {t('child.time_zone_now', { time: formatTime(now, zone, formats), zone: zoneName(zone, i18n.language, now) })}
          </span>
        </>
      )}
    </>
  );
}
