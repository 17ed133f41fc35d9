import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { type FieldParts, Group } from './group';
import { useHydrated } from './use-hydrated';
import { SHOWN_WEEKDAYS, weekdayName } from './weekdays';

/** What a day has in minutes at most, and how far a slider jumps. */
const DAY_MINUTES = 1440;
const STEP = 15;

/**
 * Minutes for each day of the week, Monday first. The numbers are what is posted, `name[0]` to `name[6]` with 0 = Sunday; with script a
 * slider moves each of them (up to `sliderMax` minutes). `today` is marked. `reading` says minutes in words, `sum` those of the week.
 */
export function SevenNumbers({
  name,
  language,
  defaultValue,
  today,
  sliderMax = 360,
  unit,
  reading,
  sum,
  sameEveryDay,
  ...group
}: FieldParts & {
  name: string;
  language: string;
  /** Minutes by day, 0 = Sunday. */
  defaultValue: ReadonlyArray<number>;
  today: number | null;
  sliderMax?: number;
  unit: string;
  reading: (minutes: number) => string;
  sum: (minutes: number) => ReactNode;
  /** On the button that gives every day what today has (Monday where no day is today). */
  sameEveryDay: string;
  disabled?: boolean;
}) {
  const [values, setValues] = useState(() => Array.from({ length: 7 }, (_, day) => defaultValue[day] ?? 0));
  const numbers = useRef(new Map<number, HTMLInputElement>());
  const isHydrated = useHydrated();
  const change = (value: number, days: ReadonlyArray<number>) => {
    for (const day of days) {
      const input = numbers.current.get(day);
      if (input !== undefined) input.value = String(value);
    }
    setValues(values.map((before, day) => (days.includes(day) ? value : before)));
  };
  return (
    <Group {...group}>
      <ul className="seven-numbers">
        {SHOWN_WEEKDAYS.map((day) => {
          const dayName = weekdayName(language, day, 'long');
          const value = values[day] ?? 0;
          const set = (next: number) => setValues(values.map((before, index) => (index === day ? next : before)));
          return (
            <li aria-current={day === today ? 'date' : undefined} key={day}>
              <span className="day-name">{weekdayName(language, day, 'short')}</span>
              {isHydrated ? (
                <input
                  aria-label={dayName}
                  aria-valuetext={reading(value)}
                  disabled={group.disabled}
                  max={Math.max(sliderMax, value)}
                  min={0}
                  onChange={({ currentTarget }) => change(Number(currentTarget.value), [day])}
                  step={STEP}
                  type="range"
                  value={value}
                />
              ) : null}
              <span className="input">
                <input
                  aria-label={`${dayName}, ${unit}`}
                  defaultValue={defaultValue[day] ?? 0}
                  inputMode="numeric"
                  max={DAY_MINUTES}
                  min={0}
                  name={`${name}[${day}]`}
                  onChange={({ currentTarget }) => set(Math.min(Math.max(Math.round(currentTarget.valueAsNumber) || 0, 0), DAY_MINUTES))}
                  ref={(input) => {
                    if (input !== null) numbers.current.set(day, input);
                  }}
                  required
                  type="number"
                />
                <span aria-hidden className="unit">
                  {unit}
                </span>
              </span>
              <span aria-hidden className="hint">
                {reading(value)}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="week-sum">
        <output className="hint">{sum(values.reduce((whole, value) => whole + value, 0))}</output>
        {isHydrated ? (
          <Button disabled={group.disabled} kind="quiet" onClick={() => change(values[today ?? 1] ?? 0, SHOWN_WEEKDAYS)} type="button">
            {sameEveryDay}
          </Button>
        ) : null}
      </div>
    </Group>
  );
}
