import type { ComponentProps } from 'react';
import { describedBy, type FieldParts, HintAndErrors } from './group';

type Box = FieldParts & Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'>;

/** A checkbox; posts its value when checked. */
export function Checkbox({ id, label, hint, errors = [], ...input }: Box) {
  return (
    <div className="tick">
      <input
        {...input}
        aria-describedby={describedBy(id, { errors, hint })}
        aria-invalid={errors.length > 0 ? true : undefined}
        id={id}
        type="checkbox"
      />
      <label htmlFor={id}>{label}</label>
      <HintAndErrors errors={errors} hint={hint} id={id} />
    </div>
  );
}

/** A checkbox styled as a switch; posts like a checkbox. */
export function Toggle({ id, label, hint, errors = [], ...input }: Box) {
  return (
    <div className="toggle">
      <label htmlFor={id}>{label}</label>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state; aria-checked would be wrong without script. */}
      <input {...input} aria-describedby={describedBy(id, { errors, hint })} className="switch" id={id} role="switch" type="checkbox" />
      <HintAndErrors errors={errors} hint={hint} id={id} />
    </div>
  );
}
