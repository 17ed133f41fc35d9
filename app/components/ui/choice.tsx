import type { ReactNode } from 'react';
import { type FieldParts, Group } from './group';

export type Option = { value: string; label: ReactNode; hint?: ReactNode; start?: ReactNode };

type ChoiceProps = FieldParts & {
  name: string;
  defaultValue?: string | undefined;
  disabled?: boolean;
  onChange?: (value: string) => void;
};

/** Radio buttons as a list of large rows. Works without script. */
export function Choice({ options, ...question }: ChoiceProps & { options: Array<Option> }) {
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

/** Radio buttons side by side, for two to four short labels: Allowed, By schedule, Never. */
export function Segmented({ options, ...question }: ChoiceProps & { options: Array<Pick<Option, 'value' | 'label'>> }) {
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

/** Radio buttons as a grid of small pictures; `label` names each one. */
export function PictureGrid({
  options,
  ...question
}: ChoiceProps & { options: Array<{ value: string; label: string; picture: ReactNode }> }) {
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

function radio({ name, defaultValue, onChange }: ChoiceProps, value: string) {
  return {
    name,
    value,
    defaultChecked: value === defaultValue,
    onChange: onChange === undefined ? undefined : () => onChange(value),
  };
}
