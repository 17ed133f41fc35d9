import { useEffect, useRef } from 'react';

/**
 * Calls `onHydrated` once after hydration, because input before hydration fired no handlers and is only in the fields. For fields rendered
 * by script, `onHydrated` reads their initial values.
 */
export function useEarlyInput(onHydrated: () => void): void {
  const first = useRef(onHydrated);
  useEffect(() => first.current(), []);
}

/** True if an input or text area in the form was changed. Ignores select lists, because each of them belongs to a text input. */
export function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement)) return false;
    return /checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
