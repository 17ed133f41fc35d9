import { useEffect, useRef } from 'react';

/**
 * Calls `onHydrated` once after hydration. Input before hydration fires no handlers, so `onHydrated` must read the values of the fields.
 * Fields rendered in the browser have their initial values.
 */
export function useEarlyInput(onHydrated: () => void): void {
  const first = useRef(onHydrated);
  useEffect(() => first.current(), []);
}

/**
 * Returns true if the user changed an input or text area of the form. Ignores select lists, because each select list belongs to a text
 * input.
 */
export function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement)) return false;
    return /checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
