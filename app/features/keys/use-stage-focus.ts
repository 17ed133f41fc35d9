import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a heading. It gets the focus whenever `stage` changes, so that screen readers announce the change and the focus is not
 * lost with a removed button. Not on the first stage, and never while `stage` is null.
 */
export function useStageFocus<Heading extends HTMLElement>(stage: string | null) {
  const heading = useRef<Heading>(null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current !== null && stage !== null && before.current !== stage) heading.current?.focus();
    before.current = stage;
  }, [stage]);
  return heading;
}
