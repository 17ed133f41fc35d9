import { useEffect, useRef } from 'react';

/**
 * A heading that takes the focus whenever another `stage` of what stands under it begins, so that it is heard and seen and the keyboard is
 * not lost with a button that went. Not for the first one, and never while `stage` is null.
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
