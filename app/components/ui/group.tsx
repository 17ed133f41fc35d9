import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The common props of inputs and groups. The ids of the hint and the errors are derived from `id`. */
export type FieldParts = { id: string; label: ReactNode; hint?: ReactNode; errors?: Array<string> | undefined };

/** Returns the value of aria-describedby for an input: the ids of its error, hint and unit. */
export function describedBy(
  id: string,
  parts: { errors?: Array<string> | undefined; hint?: ReactNode; unit?: ReactNode },
): string | undefined {
  const { errors = [], hint, unit } = parts;
  const ids = [errors.length > 0 ? `${id}-error` : '', hint === undefined ? '' : `${id}-hint`, unit === undefined ? '' : `${id}-unit`];
  return ids.filter((part) => part !== '').join(' ') || undefined;
}

/** The errors and the hint under an input. */
export function HintAndErrors({ id, hint, errors = [] }: Omit<FieldParts, 'label'>) {
  return (
    <>
      {errors.length === 0 ? null : (
        <div id={`${id}-error`}>
          {errors.map((error) => (
            <p className="wrong" key={error}>
              <CircleAlert aria-hidden className="icon-small" />
              {error}
            </p>
          ))}
        </div>
      )}
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

/** A fieldset for several inputs that answer one question. */
export function Group({
  id,
  label,
  hint,
  errors,
  disabled,
  children,
}: FieldParts & { disabled?: boolean | undefined; children: ReactNode }) {
  return (
    <fieldset aria-describedby={describedBy(id, { errors, hint })} className="group" disabled={disabled} id={id}>
      <legend>{label}</legend>
      {children}
      <HintAndErrors errors={errors} hint={hint} id={id} />
    </fieldset>
  );
}
