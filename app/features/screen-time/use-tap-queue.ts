import { useActionData, useNavigate, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { holdBack } from '#app/browser/hold-back';
import { isDocumentForm, isRouterForm, useRouter } from '#app/browser/remix-internals';
import { addGate, announceSent } from '#app/browser/submit-gate';

type Tap = { form: HTMLFormElement; path: string; fields: FormData; key: string };

/**
 * Queues taps while a form is being submitted, because the router would abort that form. Repeated identical taps count once. A link, Back,
 * Forward, or a form that loads a document continues after the last tap. Forms sent by other scripts are left alone.
 * @returns the waiting forms
 */
export function useTapQueue(): ReadonlyArray<FormData> {
  const { state, formData } = useNavigation();
  const isRefused = useActionData() !== undefined;
  const submit = useSubmit();
  const navigate = useNavigate();
  const router = useRouter();
  const waiting = useRef<Array<Tap>>([]);
  const [waitingForms, setWaitingForms] = useState<ReadonlyArray<FormData>>([]);
  const leave = useRef<(() => void) | null>(null);
  const sentKey = useRef<string | null>(null);
  sentKey.current = state === 'submitting' && formData !== undefined ? toKey(formData) : null;

  useEffect(() => {
    const isBusy = () => sentKey.current !== null || waiting.current.length > 0;
    const holdForm = ({ target: form, submitter }: SubmitEvent) => {
      if (!isBusy() || !(form instanceof HTMLFormElement) || form.method !== 'post') return false;
      if (isDocumentForm(form)) {
        leave.current = () => form.isConnected && form.requestSubmit(submitter);
        return true;
      }
      if (!isRouterForm(form)) return false;
      const fields = toFields(form, submitter);
      const key = toKey(fields);
      if (key === (waiting.current.at(-1)?.key ?? sentKey.current)) return true;
      waiting.current.push({ form, path: form.getAttribute('action') ?? window.location.pathname, fields, key });
      setWaitingForms(waiting.current.map((tap) => tap.fields));
      return true;
    };
    const holdLink = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null;
      if (!isBusy() || anchor === null || !isPageNavigation(anchor, event)) return false;
      // The router ignores a canceled click. The page still receives the click, for instance to close a menu.
      event.preventDefault();
      const path = anchor.pathname + anchor.search;
      leave.current = () => navigate(path);
      return false;
    };
    const removeGate = addGate('tap-queue', { onSubmit: holdForm, onClick: holdLink });
    const stopHolding = holdBack(router, {
      isHeld: isBusy,
      hold: (repeat) => {
        leave.current = repeat;
      },
    });
    return () => {
      removeGate();
      stopHolding();
    };
  }, [navigate, router]);

  useEffect(() => {
    if (state !== 'idle') return;
    // The timeout lets the router clean up the finished submission first.
    const timer = setTimeout(() => {
      // This unblock was meant for the override that the refused tap did not set. Now it would remove an older override.
      while (isRefused && isUnnamedLift(waiting.current[0])) waiting.current.shift();
      const next = waiting.current.shift();
      setWaitingForms((shown) => (shown.length === 0 ? shown : waiting.current.map((tap) => tap.fields)));
      if (next !== undefined) {
        announceSent(next.form);
        submit(next.fields, { method: 'post', action: next.path, preventScrollReset: true });
        return;
      }
      const go = leave.current;
      leave.current = null;
      go?.();
    });
    return () => clearTimeout(timer);
  }, [state, isRefused, submit]);
  return waitingForms;
}

/** True if the tap ends an override that an earlier tap had just set. The page had no ID of it yet. */
function isUnnamedLift(tap: Tap | undefined): boolean {
  return tap !== undefined && tap.fields.get('intent') === 'lift' && !tap.fields.has('rule_id');
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

/**
 * Returns a key for comparing forms, without repeated fields. In a browser without submitter support, the router adds the button's field
 * twice.
 */
function toKey(fields: FormData): string {
  return [...new Set([...fields].map((pair) => JSON.stringify(pair)))].sort().join();
}
