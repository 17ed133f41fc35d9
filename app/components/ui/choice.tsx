import type { ReactNode } from 'react';
import { type FieldParts, Group } from './group';

export type Option = { value: string; label: ReactNode; hint?: ReactNode; start?: ReactNode };

type Question = FieldParts & {
  name: string;
  defaultValue?: string | undefined;
  disabled?: boolean;
  onChange?: (value: string) => void;
};

/** One of several as a list of large rows: radio buttons underneath, so it works without script. */
export function Choice({ options, ...question }: Question & { options: Array<Option> }) {
  return (
    <Group {...question}>
      <div className="choice-rows">
        {options.map(({ value, label, hint, start }) => (
          <label className="choice-row" key={value}>
            <input {...radio(question, value)} type="radio" />
            {start}
            <span>
              <span className="choice-label">{label}</span>
              {hint === undefined ? null : <span className="hint block">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Group>
  );
}

/** One of two to four short words, side by side: Allowed, By schedule, Never. */
export function Segmented({ options, ...question }: Question & { options: Array<Pick<Option, 'value' | 'label'>> }) {
  return (
    <Group {...question}>
      <div className="choice">
        {options.map(({ value, label }) => (
          <label key={value}>
            <input {...radio(question, value)} type="radio" />
            {label}
          </label>
        ))}
      </div>
    </Group>
  );
}

/** One of many small pictures in a grid; `name` says what each is. */
export function PictureGrid({ options, ...question }: Question & { options: Array<{ value: string; label: string; picture: ReactNode }> }) {
  return (
    <Group {...question}>
      <div className="picture-grid">
        {options.map(({ value, label, picture }) => (
          <label key={value} title={label}>
            <input {...radio(question, value)} aria-label={label} type="radio" />
            {picture}
          </label>
        ))}
      </div>
    </Group>
  );
}

function radio({ name, defaultValue, onChange }: Question, value: string) {
  return {
    name,
    value,
    defaultChecked: value === defaultValue,
    onChange: onChange === undefined ? undefined : () => onChange(value),
  };
}
