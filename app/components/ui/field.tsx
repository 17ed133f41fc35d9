import { CircleAlert } from 'lucide-react';
import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react';

type FieldParts = { id: string; label: ReactNode; hint?: ReactNode; errors?: Array<string> | undefined };

/** The ids that tie an input to its hint and its error. */
function describedBy(id: string, hint: ReactNode, errors: Array<string>): string | undefined {
  const ids = [errors.length > 0 ? `${id}-error` : null, hint === undefined ? null : `${id}-hint`].filter((part) => part !== null);
  return ids.length === 0 ? undefined : ids.join(' ');
}

function Frame({ id, label, hint, errors = [], children }: FieldParts & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {errors.map((error) => (
        <p className="wrong" id={`${id}-error`} key={error}>
          <CircleAlert aria-hidden className="icon-small" />
          {error}
        </p>
      ))}
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Label, input, hint and error as one. Text is trimmed when the field is left; passwords never (A113). */
export function Field({
  id,
  label,
  hint,
  errors = [],
  end,
  ...input
}: FieldParts & { end?: ReactNode } & Omit<ComponentProps<'input'>, 'id'>) {
  const trim = (event: FocusEvent<HTMLInputElement>) => {
    if (input.type !== 'password') event.currentTarget.value = event.currentTarget.value.trim();
    input.onBlur?.(event);
  };
  return (
    <Frame errors={errors} hint={hint} id={id} label={label}>
      <div className="relative">
        <input
          {...input}
          aria-describedby={describedBy(id, hint, errors)}
          aria-invalid={errors.length > 0 ? true : undefined}
          className="input"
          id={id}
          onBlur={trim}
        />
        {end}
      </div>
    </Frame>
  );
}

/** The same round a choice from a list. */
export function SelectField({
  id,
  label,
  hint,
  errors = [],
  children,
  selectRef,
  ...select
}: FieldParts & { selectRef?: RefObject<HTMLSelectElement> } & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Frame errors={errors} hint={hint} id={id} label={label}>
      <select
        {...select}
        aria-describedby={describedBy(id, hint, errors)}
        aria-invalid={errors.length > 0 ? true : undefined}
        className="input"
        id={id}
        ref={selectRef}
      >
        {children}
      </select>
    </Frame>
  );
}
