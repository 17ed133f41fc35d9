import type { ReactNode } from 'react';

export type Option = { value: string; label: ReactNode; hint?: ReactNode; start?: ReactNode };

/** One of several as a list of large rows: radio buttons underneath, so it works without script. */
export function Choice({
  legend,
  name,
  options,
  defaultValue,
  onChange,
}: {
  legend: ReactNode;
  name: string;
  options: Array<Option>;
  defaultValue: string;
  onChange?: (value: string) => void;
}) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      <div className="choice-rows">
        {options.map(({ value, label, hint, start }) => (
          <label className="choice-row" key={value}>
            <input
              defaultChecked={value === defaultValue}
              name={name}
              onChange={onChange === undefined ? undefined : () => onChange(value)}
              type="radio"
              value={value}
            />
            {start}
            <span>
              <span className="choice-label">{label}</span>
              {hint === undefined ? null : <span className="hint block">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
