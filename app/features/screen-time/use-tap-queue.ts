import { useNavigate, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { addGate } from '#app/browser/submit-gate';

type Tap = { path: string; fields: FormData; key: string };

/**
 * Queues taps while a form is being submitted, because the router would abort that form. Repeated identical taps count once. A clicked link
 * is followed after the last tap.
 * Forms that the router does not submit are left alone.
 * @returns the waiting forms
 */
export function useTapQueue(): ReadonlyArray<FormData> {
  const { state, formData } = useNavigation();
  const submit = useSubmit();
  const navigate = useNavigate();
  const waiting = useRef<Array<Tap>>([]);
  const [waitingForms, setHeld] = useState<ReadonlyArray<FormData>>([]);
  const link = useRef<string | null>(null);
  const onItsWay = useRef<string | null>(null);
  onItsWay.current = state === 'submitting' && formData !== undefined ? toKey(formData) : null;

  useEffect(() => {
    const isBusy = () => onItsWay.current !== null || waiting.current.length > 0;
    const holdForm = ({ target: form, submitter }: SubmitEvent) => {
      if (!isBusy() || !(form instanceof HTMLFormElement) || form.method !== 'post') return false;
      const path = form.getAttribute('action') ?? window.location.pathname;
      // A choice of menu, theme or notice is not sent by the router (save-preference.ts).
      if (path.startsWith('/resources/')) return false;
      const fields = toFields(form, submitter);
      const key = toKey(fields);
      if (key === (waiting.current.at(-1)?.key ?? onItsWay.current)) return true;
      waiting.current.push({ path, fields, key });
      setHeld(waiting.current.map((tap) => tap.fields));
      return true;
    };
    const holdLink = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null;
      if (!isBusy() || anchor === null || !isPageNavigation(anchor, event)) return false;
      // The router leaves a canceled click alone; the page still receives it, for instance to close a menu.
      event.preventDefault();
      link.current = anchor.pathname + anchor.search;
      return false;
    };
    return addGate('tap-queue', { onSubmit: holdForm, onClick: holdLink });
  }, []);

  useEffect(() => {
    if (state !== 'idle') return;
    // Waits until the router has cleaned up the finished submission.
    const timer = setTimeout(() => {
      const next = waiting.current.shift();
      const path = link.current;
      if (next !== undefined) {
        submit(next.fields, { method: 'post', action: next.path, preventScrollReset: true });
        setHeld(waiting.current.map((tap) => tap.fields));
      } else if (path !== null) {
        link.current = null;
        navigate(path);
      }
    });
    return () => clearTimeout(timer);
  }, [state, submit, navigate]);
  return waitingForms;
}

/** True if this click makes the router leave the page. */
function isPageNavigation(anchor: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  return isPlain && anchor.target === '' && anchor.origin === window.location.origin && anchor.hash === '';
}

/** Returns the posted fields, including the pressed button. */
function toFields(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const fields = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name !== '') fields.set(submitter.name, submitter.value);
  return fields;
}

/** Returns a comparison key of the distinct fields. Without support for submitters, the router adds the button's field twice. */
function toKey(fields: FormData): string {
  return [...new Set([...fields].map((pair) => JSON.stringify(pair)))].sort().join();
}
