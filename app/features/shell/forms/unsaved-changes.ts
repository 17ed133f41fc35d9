import { type BlockingRouter, holdBack } from '#app/browser/hold-back';
import { isDocumentForm } from '#app/browser/remix-internals';
import { addGate } from '#app/browser/submit-gate';
import { isChanged } from '#app/components/ui/early-input';

/** The question whether to discard unsaved changes. `discard` discards them and continues. */
export type UnsavedChangesPrompt = { discard: () => void };

/**
 * Asks before unsaved changes in dialogs and in forms with `data-keeps-typed` are discarded. Covers links, Esc, a tap outside the dialog,
 * Back, logout and a language change; before unload, the browser asks. While a form is being submitted, the question waits for the server's
 * answer.
 * @param ask shows a question and replaces the current one; null closes it
 * @returns a function that stops watching
 */
export function watchUnsavedChanges(router: BlockingRouter, ask: (prompt: UnsavedChangesPrompt | null) => void): () => void {
  const initialFields = new WeakMap<HTMLFormElement, string>();
  const touched = new Set<HTMLFormElement>();
  // The form whose submission the router has not started yet, for example while it derives passwords. A canceled submission is not started.
  let submitted: HTMLFormElement | null = null;
  let inFlight: { form: HTMLFormElement; fields: string } | null = null;
  let documentForm: HTMLFormElement | null = null;
  let pendingNavigation: (() => void) | null = null;

  const hasChanges = () => listChangedForms().length > 0;
  const listChangedForms = () => [...touched].filter((form) => form.isConnected && serializeFields(form) !== initialFields.get(form));

  /** Asks before continuing. If the form is being submitted, waits for the server's answer first. */
  const askBeforeLeaving = (proceed: () => void) => {
    if (inFlight !== null && touched.has(inFlight.form)) {
      pendingNavigation = proceed;
      return;
    }
    const discard = () => {
      touched.clear();
      proceed();
    };
    ask({ discard });
  };

  const recordInitialFields = ({ target }: Event) => {
    documentForm = null;
    const form = guardedFormOf(target);
    if (form !== null && !touched.has(form)) initialFields.set(form, serializeFields(form));
  };
  const markTouched = ({ target, type }: Event) => {
    // Of all clicks, only those on plain buttons change the form: they add or remove a row.
    if (type === 'click' && !(target instanceof Element && target.closest('button[type=button]'))) return;
    const form = guardedFormOf(target);
    if (form !== null) touched.add(form);
  };
  const interceptSubmit = ({ target: form, submitter }: SubmitEvent) => {
    if (!(form instanceof HTMLFormElement)) return false;
    // A document form discards the changes in all other forms.
    if (!isDocumentForm(form) || listChangedForms().every((changed) => changed === form)) return false;
    askBeforeLeaving(() => form.isConnected && form.requestSubmit(submitter));
    return true;
  };
  const recordSubmission = (form: HTMLFormElement) => {
    submitted = form;
  };
  // Runs after all other listeners. If none canceled the event, the browser itself submits the form.
  const recordDocumentSubmission = ({ target, defaultPrevented }: Event) => {
    documentForm = !defaultPrevented && target instanceof HTMLFormElement ? target : null;
  };
  const interceptClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || !isPageNavigation(link, event) || !hasChanges()) return false;
    askBeforeLeaving(() => {
      // The server's answer may have redirected to this link already.
      if (link.href === window.location.href) return;
      if (link.isConnected) link.click();
      else window.location.assign(link.href);
    });
    return true;
  };
  const warnBeforeUnload = (event: Event) => {
    if (listChangedForms().some((form) => form !== inFlight?.form && form !== documentForm)) event.preventDefault();
  };

  // Finds changes made before this code was loaded.
  for (const form of document.forms) {
    if (guardedFormOf(form) === null || !isChanged(form)) continue;
    initialFields.set(form, '');
    touched.add(form);
  }
  const listeners = new AbortController();
  const listenerOptions = { capture: true, signal: listeners.signal };
  for (const type of ['focusin', 'pointerdown', 'keydown']) window.addEventListener(type, recordInitialFields, listenerOptions);
  for (const type of ['input', 'change', 'click']) window.addEventListener(type, markTouched, listenerOptions);
  listeners.signal.addEventListener(
    'abort',
    addGate('unsaved-changes', { onSubmit: interceptSubmit, onClick: interceptClick, onSent: recordSubmission }),
  );
  window.addEventListener('submit', recordDocumentSubmission, { signal: listeners.signal });
  window.addEventListener('beforeunload', warnBeforeUnload, listenerOptions);

  // Links are intercepted on click, and forms navigate after their answer.
  const stopBlocking = holdBack(router, { isHeld: hasChanges, hold: askBeforeLeaving });
  const unsubscribe = router.subscribe(({ navigation, actionData, errors }) => {
    if (navigation.state === 'submitting' && submitted !== null) {
      inFlight = { form: submitted, fields: serializeFields(submitted) };
      submitted = null;
    }
    // Another navigation has replaced the submission.
    if (navigation.state === 'loading' && navigation.formMethod === undefined) inFlight = null;
    if (navigation.state === 'idle' && inFlight !== null) {
      const { form, fields } = inFlight;
      inFlight = null;
      // A refusal keeps the changes. After success, later changes are compared with the saved values.
      if (actionData === null && errors === null) {
        if (serializeFields(form) === fields) touched.delete(form);
        else initialFields.set(form, fields);
      }
    }
    if (!hasChanges()) ask(null);
    if (navigation.state === 'idle' && pendingNavigation !== null) {
      const proceed = pendingNavigation;
      pendingNavigation = null;
      if (hasChanges()) askBeforeLeaving(proceed);
      // The timeout lets the router clean up the finished navigation first.
      else setTimeout(proceed);
    }
  });

  return () => {
    listeners.abort();
    unsubscribe();
    stopBlocking();
  };
}

/** Returns the form of an element if its changes must not be lost, else null. */
function guardedFormOf(target: EventTarget | null): HTMLFormElement | null {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null || form.method !== 'post') return null;
  const isKept = form.hasAttribute('data-keeps-typed') || form.closest('dialog') !== null || form.querySelector('dialog') !== null;
  return isKept ? form : null;
}

/** Returns the values of a form's visible fields as one text. */
function serializeFields(form: HTMLFormElement): string {
  const values = [...form.elements].flatMap((field) => {
    if (field instanceof HTMLInputElement) {
      if (field.type === 'hidden') return [];
      return [`${field.name}=${/checkbox|radio/.test(field.type) ? `${field.value} ${field.checked}` : field.value}`];
    }
    return field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement ? [`${field.name}=${field.value}`] : [];
  });
  return JSON.stringify(values);
}

/** True if this click would leave the current page. */
function isPageNavigation(link: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  const isSamePage = link.hash !== '' && link.href.split('#')[0] === window.location.href.split('#')[0];
  return isPlain && !isSamePage && link.target === '' && !link.hasAttribute('download') && /^https?:$/.test(link.protocol);
}
