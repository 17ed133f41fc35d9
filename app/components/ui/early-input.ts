import { useEffect, useRef } from 'react';

/**
 * Calls `hear` once, when script has taken the page over: what was typed or chosen before was heard by nobody and stands in the fields
 * alone. Where script made the fields itself, `hear` finds in them what they were made with.
 */
export function useEarlyInput(hear: () => void): void {
  const first = useRef(hear);
  useEffect(() => first.current(), []);
}

/** Was anything typed or ticked in this form since it was made? Lists are let be: each of them is beside a field that is typed into. */
export function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement)) return false;
    return /checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
