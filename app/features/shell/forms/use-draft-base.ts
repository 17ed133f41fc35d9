import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isChanged } from '~/components/ui/early-input';

/**
 * What a form that stays open was drawn with, its version too: as long as its fields are as they were drawn it follows the page; then it
 * stays, also over data that are loaded again, until what was sent is saved (S29). The fields are uncontrolled, with what is returned as
 * their defaults. `isRefused`: the last answer to this form was a no.
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
