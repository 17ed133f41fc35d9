import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a heading, which gets the focus whenever `stage` changes. Screen readers then announce the change, and removing a
 * button does not lose the focus. Does nothing on the first stage and while `stage` is null.
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
