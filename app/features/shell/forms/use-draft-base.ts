import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isChanged } from '#app/components/ui/early-input';

/**
 * Returns the row, including its version, that an open form is based on. An unchanged form follows the page data. A changed form keeps its
 * row until it is saved (S29). Fields must be uncontrolled and use the returned row as defaults. `isRefused`: the last submission of this
 * form was refused.
 */
export function useDraftBase<Row>(form: RefObject<HTMLFormElement>, now: Row, intent: string, isRefused: boolean): Row {
  const [opened, setOpened] = useState(now);
  const drawn = useRef(opened);
  const isOnItsWay = useNavigation().formData?.get('intent') === intent;
  const wasOnItsWay = useRef(false);
  useEffect(() => {
    const isAnswered = wasOnItsWay.current && !isOnItsWay;
    wasOnItsWay.current = isOnItsWay;
    if (isOnItsWay || isRefused) return;
    if (isAnswered || !isChanged(form.current)) setOpened(now);
  }, [form, now, isOnItsWay, isRefused]);
  useEffect(() => {
    if (drawn.current === opened) return;
    drawn.current = opened;
    form.current?.reset();
  }, [form, opened]);
  return opened;
}
