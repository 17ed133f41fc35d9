import type { FocusEvent } from 'react';
import { type Attributes, Frame, trim, wiring } from './field';
import type { FieldParts } from './group';
import { useHydrated } from './use-hydrated';

/** What was typed into text areas before the script came. */
const early = new WeakMap<HTMLTextAreaElement, string>();

/** Taking over a text area, React gives it back what the server wrote. Inputs and lists it lets be. */
function keepEarly(id: string): void {
  // The server has no document.
  if (typeof document === 'undefined') return;
  const area = document.getElementById(id);
  if (area instanceof HTMLTextAreaElement && area.value !== area.defaultValue) early.set(area, area.value);
}

function giveBack(area: HTMLTextAreaElement | null): void {
  const text = area === null ? undefined : early.get(area);
  if (area === null || text === undefined) return;
  early.delete(area);
  area.value = text;
}

/** Label, text of several lines, hint and error as one. Trimmed as a `Field` is. */
export function TextField({ id, label, hint, errors = [], ...area }: FieldParts & Omit<Attributes<'textarea'>, 'ref'>) {
  if (!useHydrated()) keepEarly(id);
  const onBlur = (event: FocusEvent<HTMLTextAreaElement>) => {
    trim(event);
    area.onBlur?.(event);
  };
  return (
    <Frame errors={errors} hint={hint} id={id} label={label}>
      <div className="input">
        <textarea rows={3} {...area} {...wiring(id, errors, hint)} onBlur={onBlur} ref={giveBack} />
      </div>
    </Frame>
  );
}
