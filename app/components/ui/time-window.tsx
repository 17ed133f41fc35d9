import { type ReactNode, useRef, useState } from 'react';
import { endsNextDay, windowBetween } from '#app/domain/clock-window';
import type { TimeWindow as Span } from '#app/domain/time';
import { useEarlyInput } from './early-input';
import { Field } from './field';

/** One of the two times: field name, label, initial value and errors. */
type End = { name: string; label: ReactNode; defaultValue: string; errors?: Array<string> | undefined };

/**
 * Two clock times, each «HH:mm». If the end is not later than the start, it is on the next day and marked with `nextDay`. Equal times mean
 * a whole day (A61). `reading` describes the time window, such as its length.
 */
export function TimeWindow({
  id,
  from,
  to,
  nextDay,
  reading,
  disabled,
  readOnly,
}: {
  id: string;
  from: End;
  to: End;
  nextDay: ReactNode;
  reading?: (window: Span) => ReactNode;
  disabled?: boolean;
  readOnly?: boolean;
}) {
  const [chosen, setChosen] = useState(windowBetween(from.defaultValue, to.defaultValue));
  const row = useRef<HTMLDivElement>(null);
  const onChange = () => {
    const [start, end] = [...(row.current?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    setChosen(windowBetween(start ?? '', end ?? ''));
  };
  useEarlyInput(onChange);
  const common = { disabled, readOnly, required: true, type: 'time' };
  const ending = chosen !== null && endsNextDay(chosen) ? <span className="next-day">{nextDay}</span> : null;
  const ids = [`${id}-from`, `${id}-to`] as const;
  return (
    <div className="group">
      <div className="field-row" onChange={onChange} ref={row}>
        <Field {...common} {...from} id={ids[0]} />
        <Field
          {...common}
          {...to}
          id={ids[1]}
          label={
            <>
              {to.label} {ending}
            </>
          }
        />
      </div>
      {reading === undefined ? null : (
        <output className="hint" htmlFor={ids.join(' ')}>
          {chosen === null ? null : reading(chosen)}
        </output>
      )}
    </div>
  );
}
