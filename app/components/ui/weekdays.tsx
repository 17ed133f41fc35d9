import { type ReactNode, useRef, useState } from 'react';
import type { Weekdays as Flags } from '~/domain/rule';
import { useEarlyInput } from './early-input';
import { type FieldParts, Group } from './group';

/** The days as a week is shown, Monday first; 0 = Sunday (A62). */
export const SHOWN_WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

// 4 January 2026 was a Sunday.
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

// Making a formatter takes longer than all else that a line of a list does.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A day's name: «Monday» or «Mon». Single names are all that is taken from Intl (app/README.md). */
export function weekdayName(language: string, weekday: number, style: 'long' | 'short'): string {
  const key = language + style;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter.format(A_SUNDAY + weekday * DAY_MS).replace(/\.$/, '');
}

function toFlags(days: ReadonlyArray<number>): Flags {
  const on = (day: number) => days.includes(day);
  return [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
}

/** Seven boxes; each that is ticked posts its number under `name`, 0 = Sunday. `reading` says the ticked days in words. */
export function Weekdays({
  name,
  language,
  defaultValue,
  reading,
  ...group
}: FieldParts & {
  name: string;
  language: string;
  defaultValue: ReadonlyArray<number>;
  reading?: (days: Flags) => ReactNode;
  disabled?: boolean;
}) {
  const [ticked, setTicked] = useState(defaultValue);
  const boxes = useRef<HTMLDivElement>(null);
  const onChange = () =>
    setTicked([...(boxes.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])].map(({ value }) => Number(value)));
  useEarlyInput(onChange);
  return (
    <Group {...group}>
      <div className="days" onChange={onChange} ref={boxes}>
        {SHOWN_WEEKDAYS.map((weekday) => (
          <label key={weekday}>
            <input
              aria-label={weekdayName(language, weekday, 'long')}
              defaultChecked={defaultValue.includes(weekday)}
              name={name}
              type="checkbox"
              value={weekday}
            />
            {weekdayName(language, weekday, 'short')}
          </label>
        ))}
      </div>
      {reading === undefined ? null : <output className="hint">{reading(toFlags(ticked))}</output>}
    </Group>
  );
}
