import { type FieldParts, Group } from './group';

const HOUR = 60;

/**
 * Two lists for hours and minutes. Both post minutes under the same `name`; the value is their sum. `hours` and `minutes` label the lists;
 * `hourText` and `minuteText` format their options. `maxHours` is the last option for hours.
 */
export function Duration({
  name,
  defaultValue,
  maxHours,
  step = 5,
  hours,
  minutes,
  hourText,
  minuteText,
  ...group
}: FieldParts & {
  name: string;
  /** The initial value in minutes. */
  defaultValue: number;
  maxHours: number;
  /** Minutes between two options. */
  step?: number;
  hours: string;
  minutes: string;
  hourText: (hours: number) => string;
  minuteText: (minutes: number) => string;
  disabled?: boolean;
}) {
  const rest = defaultValue % HOUR;
  // Adds a saved value between two steps as an option instead of rounding it.
  const minuteEntries = [...new Set([...Array.from({ length: HOUR / step }, (_, index) => index * step), rest])].sort((a, b) => a - b);
  return (
    <Group {...group}>
      <div className="field-row">
        <div className="input">
          <select aria-label={hours} defaultValue={defaultValue - rest} name={name}>
            {Array.from({ length: maxHours + 1 }, (_, hour) => (
              <option key={hourText(hour)} value={hour * HOUR}>
                {hourText(hour)}
              </option>
            ))}
          </select>
        </div>
        <div className="input">
          <select aria-label={minutes} defaultValue={rest} name={name}>
            {minuteEntries.map((minute) => (
              <option key={minute} value={minute}>
                {minuteText(minute)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </Group>
  );
}
