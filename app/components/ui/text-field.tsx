import type { FocusEvent } from 'react';
import { type Attributes, Frame, trim, wiring } from './field';
import type { FieldParts } from './group';
import { useHydrated } from './use-hydrated';

/** Text that the user typed into text areas before hydration. */
const early = new WeakMap<HTMLTextAreaElement, string>();

/** Saves the typed text, because hydration resets text areas to the server's value. Inputs and selects keep theirs. */
function keepEarly(id: string): void {
  // There is no document on the server.
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

/** A text area with label, hint and error. Trims text on blur, like `Field`. */
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
