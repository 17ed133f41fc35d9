import { type FieldParts, Group } from './group';

const HOUR = 60;

/**
 * How long, in hours and minutes. Both post minutes under the same `name`, so their sum is the answer, with script or without. `hours` and
 * `minutes` name the two lists, `hourText` and `minuteText` their entries; `maxHours` is the last one.
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
  /** Minutes. */
  defaultValue: number;
  maxHours: number;
  /** Minutes between two entries. */
  step?: number;
  hours: string;
  minutes: string;
  hourText: (hours: number) => string;
  minuteText: (minutes: number) => string;
  disabled?: boolean;
}) {
  const rest = defaultValue % HOUR;
  // A value between two steps is kept, not rounded.
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
