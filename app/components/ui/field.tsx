import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react';
import { describedBy, type FieldParts, HintAndErrors } from './group';

export type Attributes<Element extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Element>, 'id' | 'prefix'>;

export function Frame({ id, label, hint, errors, children }: FieldParts & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <HintAndErrors errors={errors} hint={hint} id={id} />
    </div>
  );
}

/** Returns the attributes that link an input to its error, hint and unit. */
export function wiring(id: string, errors: Array<string>, hint: ReactNode, unit?: ReactNode) {
  return { id, 'aria-describedby': describedBy(id, { errors, hint, unit }), 'aria-invalid': errors.length > 0 ? true : undefined };
}

export function trim({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
  const text = currentTarget.value.trim();
  if (text !== currentTarget.value) currentTarget.value = text;
}

/**
 * An input with label, hint and error. Trims text on blur, unless it is `verbatim`, as for passwords (A113). `unit` follows a number
 * («min»). `start` is an icon before the value; `end` is a button inside the field.
 */
export function Field({
  id,
  label,
  hint,
  errors = [],
  start,
  unit,
  end,
  verbatim = false,
  ...input
}: FieldParts & { start?: ReactNode; unit?: ReactNode; end?: ReactNode; verbatim?: boolean } & Attributes<'input'>) {
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (!verbatim) trim(event);
    input.onBlur?.(event);
  };
  return (
    <Frame errors={errors} hint={hint} id={id} label={label}>
      <div className="input">
        {start}
        <input {...input} {...wiring(id, errors, hint, unit)} onBlur={onBlur} />
        {unit === undefined ? null : (
          <span className="unit" id={`${id}-unit`}>
            {unit}
          </span>
        )}
        {end}
      </div>
    </Frame>
  );
}

/** A select list with label, hint and error. */
export function SelectField({
  id,
  label,
  hint,
  errors = [],
  children,
  selectRef,
  ...select
}: FieldParts & { selectRef?: RefObject<HTMLSelectElement> } & Attributes<'select'>) {
  return (
    <Frame errors={errors} hint={hint} id={id} label={label}>
      <div className="input">
        <select {...select} {...wiring(id, errors, hint)} ref={selectRef}>
          {children}
        </select>
      </div>
    </Frame>
  );
}
