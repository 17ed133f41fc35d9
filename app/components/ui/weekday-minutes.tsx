import { CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Formats } from '#app/domain/formats';
import { Button } from './button';
import { useEarlyInput } from './early-input';
import { type FieldParts, Group } from './group';
import { useHydrated } from './use-hydrated';
import { SHOWN_WEEKDAYS, weekdayName } from './weekdays';

/** Minutes in a day, and the step of the sliders in minutes. */
const DAY_MINUTES = 1440;
const STEP = 15;
/** Possible maximums of the sliders, in minutes. */
const SCALES = [360, 720, DAY_MINUTES];

/**
 * Minutes for each weekday, Monday first. Posts the number fields `name[0]` to `name[6]`, 0 = Sunday. Each number has a slider with script,
 * or a bar without. All seven share one scale, longer than the longest day. `today` is marked. `reading` formats minutes; `sum` formats the
 * week's total.
 */
export function WeekdayMinutes({
  name,
  formats,
  defaultValue,
  today,
  unit,
  reading,
  sum,
  sameEveryDay,
  sameIntent,
  typed,
  onEdit,
  dayErrors = {},
  ...group
}: FieldParts & {
  name: string;
  formats: Formats;
  /** The initial minutes by weekday, 0 = Sunday. */
  defaultValue: ReadonlyArray<number>;
  today: number | null;
  unit: string;
  reading: (minutes: number) => string;
  sum: (minutes: number) => ReactNode;
  /** The label of the button that copies today's value (or Monday's) to every day. */
  sameEveryDay: string;
  /** The `intent` posted by the button that copies a value to every day. If undefined, the button needs script. */
  sameIntent?: string;
  /** The user's previous input by weekday, when the form is shown again. */
  typed?: ReadonlyArray<string> | undefined;
  /** Called after a button has set the values by script, which fires no input event. */
  onEdit?: () => void;
  /** Error messages by weekday. */
  dayErrors?: Readonly<Record<number, string>>;
  disabled?: boolean;
}) {
  const textOf = (day: number) => typed?.[day] ?? String(defaultValue[day] ?? 0);
  const [values, setValues] = useState(() => Array.from({ length: 7 }, (_, day) => toMinutes(Number(textOf(day)))));
  // Only typing changes the scale, because the scale must not change while the user drags a slider.
  const [scale, setScale] = useState(() => scaleOf(values));
  const numbers = useRef(new Map<number, HTMLInputElement>());
  const isHydrated = useHydrated();
  useEarlyInput(() => {
    const all = values.map((value, day) => {
      const input = numbers.current.get(day);
      return input === undefined ? value : toMinutes(Number(input.value));
    });
    setValues(all);
    setScale(scaleOf(all));
  });
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
          const dayName = weekdayName(formats, day, 'long');
          const value = values[day] ?? 0;
          const error = dayErrors[day];
          const errorId = `${group.id}-${day}-error`;
          const set = (next: number) => {
            const all = values.map((before, index) => (index === day ? next : before));
            setValues(all);
            setScale(Math.max(scale, scaleOf(all)));
          };
          return (
            <li aria-current={day === today ? 'date' : undefined} key={day}>
              <span className="day-name">{weekdayName(formats, day, 'short')}</span>
              {isHydrated ? (
                <input
                  aria-label={dayName}
                  aria-valuetext={reading(value)}
                  disabled={group.disabled}
                  max={scale}
                  min={0}
                  onChange={({ currentTarget }) => change(toStep(Number(currentTarget.value), value), [day])}
                  // With a larger step, the slider would round a saved value and differ from the number field.
                  step={value % STEP === 0 ? STEP : 1}
                  type="range"
                  value={value}
                />
              ) : (
                <progress aria-hidden className="bar" max={scale} value={value} />
              )}
              <span className="input">
                <input
                  aria-describedby={error === undefined ? undefined : errorId}
                  aria-invalid={error === undefined ? undefined : true}
                  aria-label={`${dayName}, ${unit}`}
                  defaultValue={textOf(day)}
                  inputMode="numeric"
                  max={DAY_MINUTES}
                  min={0}
                  name={`${name}[${day}]`}
                  onChange={({ currentTarget }) => set(toMinutes(Number(currentTarget.value)))}
                  ref={(input) => {
                    if (input !== null) numbers.current.set(day, input);
                  }}
                  required
                  // A number input cannot show invalid text, so show that in a text input.
                  type={/^-?\d*$/.test(textOf(day)) ? 'number' : 'text'}
                />
                <span aria-hidden className="unit">
                  {unit}
                </span>
              </span>
              <span aria-hidden className="hint">
                {reading(value)}
              </span>
              {error === undefined ? null : (
                <p className="wrong" id={errorId}>
                  <CircleAlert aria-hidden className="icon-small" />
                  {error}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <div className="week-sum">
        <output className="hint">{sum(values.reduce((whole, value) => whole + value, 0))}</output>
        {isHydrated || sameIntent !== undefined ? (
          <Button
            disabled={group.disabled}
            kind="quiet"
            name={isHydrated ? undefined : 'intent'}
            onClick={() => {
              change(values[today ?? 1] ?? 0, SHOWN_WEEKDAYS);
              onEdit?.();
            }}
            type={isHydrated ? 'button' : 'submit'}
            value={isHydrated ? undefined : sameIntent}
          >
            {sameEveryDay}
          </Button>
        ) : null}
      </div>
    </Group>
  );
}

/** Returns the smallest scale above the longest day; 1440 if there is none. */
function scaleOf(minutes: ReadonlyArray<number>): number {
  return SCALES.find((scale) => scale > Math.max(...minutes)) ?? DAY_MINUTES;
}

/** Rounds a slider value to a whole step, in the direction of the movement. */
function toStep(next: number, before: number): number {
  return (next > before ? Math.ceil(next / STEP) : Math.floor(next / STEP)) * STEP;
}

function toMinutes(number: number): number {
  return Math.min(Math.max(Math.round(number) || 0, 0), DAY_MINUTES);
}
