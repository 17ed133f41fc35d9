import { type ReactNode, useRef, useState } from 'react';
import type { Formats } from '#app/domain/formats';
import type { Weekdays as Flags } from '#app/domain/rule';
import { useEarlyInput } from './early-input';
import { type FieldParts, Group } from './group';

/** The weekdays in display order, Monday first; 0 = Sunday (A62). */
export const SHOWN_WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** Returns a weekday's name in the user's language, «Monday» or «Mon». */
export function weekdayName(formats: Formats, weekday: number, style: 'long' | 'short'): string {
  return (style === 'long' ? formats.weekdays : formats.shortWeekdays)[weekday] ?? '';
}

function toFlags(days: ReadonlyArray<number>): Flags {
  const on = (day: number) => days.includes(day);
  return [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
}

/** Seven checkboxes. Each checked box posts its number under `name`, 0 = Sunday. `reading` describes the checked days. */
export function Weekdays({
  name,
  formats,
  defaultValue,
  reading,
  ...group
}: FieldParts & {
  name: string;
  formats: Formats;
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
              aria-label={weekdayName(formats, weekday, 'long')}
              defaultChecked={defaultValue.includes(weekday)}
              name={name}
              type="checkbox"
              value={weekday}
            />
            {weekdayName(formats, weekday, 'short')}
          </label>
        ))}
      </div>
      {reading === undefined ? null : <output className="hint">{reading(toFlags(ticked))}</output>}
    </Group>
  );
}
