import { type BlockingRouter, holdBack } from '#app/browser/hold-back';
import { isDocumentForm } from '#app/browser/remix-internals';
import { addGate } from '#app/browser/submit-gate';
import { isChanged } from '#app/components/ui/early-input';

/** The open question whether to discard unsaved changes. `leave` discards them and continues. */
export type UnsavedQuestion = { leave: () => void };

/**
 * Asks before unsaved changes in dialogs and in forms with `data-keeps-typed` are discarded. Covers links, Esc, a tap outside the dialog,
 * Back, logout and a language change; before unload, the browser asks. While a form is being submitted, the question waits for the server's
 * answer.
 * @param ask shows a question and replaces the current one; null closes it
 * @returns a function that stops watching
 */
export function watchUnsavedChanges(router: BlockingRouter, ask: (question: UnsavedQuestion | null) => void): () => void {
  const before = new WeakMap<HTMLFormElement, string>();
  const touched = new Set<HTMLFormElement>();
  // Set before the router starts, because the form may derive passwords first. A canceled submission never starts.
  let submitted: HTMLFormElement | null = null;
  let onItsWay: { form: HTMLFormElement; fields: string } | null = null;
  let asDocument: HTMLFormElement | null = null;
  let waiting: (() => void) | null = null;

  const isTyped = () => listTyped().length > 0;
  const listTyped = () => [...touched].filter((form) => form.isConnected && read(form) !== before.get(form));

  /** Asks before continuing. If the form is being submitted, waits for the server's answer first. */
  const hold = (goOn: () => void) => {
    if (onItsWay !== null && touched.has(onItsWay.form)) {
      waiting = goOn;
      return;
    }
    const leave = () => {
      touched.clear();
      goOn();
    };
    ask({ leave });
  };

  const come = ({ target }: Event) => {
    asDocument = null;
    const form = editorOf(target);
    if (form !== null && !touched.has(form)) before.set(form, read(form));
  };
  const touch = ({ target, type }: Event) => {
    // Of all clicks, only those on plain buttons change the form: they add or remove a row.
    if (type === 'click' && !(target instanceof Element && target.closest('button[type=button]'))) return;
    const form = editorOf(target);
    if (form !== null) touched.add(form);
  };
  const send = ({ target: form, submitter }: SubmitEvent) => {
    if (!(form instanceof HTMLFormElement)) return false;
    // A document form discards the changes in all other forms.
    if (!isDocumentForm(form) || listTyped().every((typed) => typed === form)) return false;
    hold(() => form.isConnected && form.requestSubmit(submitter));
    return true;
  };
  const markSent = (form: HTMLFormElement) => {
    submitted = form;
  };
  // Runs after all other listeners. If none canceled the event, the browser itself submits the form.
  const sendAsDocument = ({ target, defaultPrevented }: Event) => {
    asDocument = !defaultPrevented && target instanceof HTMLFormElement ? target : null;
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || !isPageNavigation(link, event) || !isTyped()) return false;
    hold(() => {
      // The server's answer may have redirected to this link already.
      if (link.href === window.location.href) return;
      if (link.isConnected) link.click();
      else window.location.assign(link.href);
    });
    return true;
  };
  const unload = (event: Event) => {
    if (listTyped().some((form) => form !== onItsWay?.form && form !== asDocument)) event.preventDefault();
  };

  // Finds changes made before this code was loaded.
  for (const form of document.forms) {
    if (editorOf(form) === null || !isChanged(form)) continue;
    before.set(form, '');
    touched.add(form);
  }
  const leaving = new AbortController();
  const how = { capture: true, signal: leaving.signal };
  for (const type of ['focusin', 'pointerdown', 'keydown']) window.addEventListener(type, come, how);
  for (const type of ['input', 'change', 'click']) window.addEventListener(type, touch, how);
  leaving.signal.addEventListener('abort', addGate('unsaved-changes', { onSubmit: send, onClick: follow, onSent: markSent }));
  window.addEventListener('submit', sendAsDocument, { signal: leaving.signal });
  window.addEventListener('beforeunload', unload, how);

  // Links are intercepted on click, and forms navigate after their answer.
  const stopHolding = holdBack(router, { isHeld: isTyped, hold });
  const unsubscribe = router.subscribe(({ navigation, actionData, errors }) => {
    if (navigation.state === 'submitting' && submitted !== null) {
      onItsWay = { form: submitted, fields: read(submitted) };
      submitted = null;
    }
    // Another navigation has replaced the submission.
    if (navigation.state === 'loading' && navigation.formMethod === undefined) onItsWay = null;
    if (navigation.state === 'idle' && onItsWay !== null) {
      const { form, fields } = onItsWay;
      onItsWay = null;
      // A refusal keeps the changes. After success, later changes are compared with the saved values.
      if (actionData === null && errors === null) {
        if (read(form) === fields) touched.delete(form);
        else before.set(form, fields);
      }
    }
    if (!isTyped()) ask(null);
    if (navigation.state === 'idle' && waiting !== null) {
      const goOn = waiting;
      waiting = null;
      if (isTyped()) hold(goOn);
      // The timeout lets the router clean up the finished navigation first.
      else setTimeout(goOn);
    }
  });

  return () => {
    leaving.abort();
    unsubscribe();
    stopHolding();
  };
}

/** Returns the form of an element if its changes must not be lost, else null. */
function editorOf(target: EventTarget | null): HTMLFormElement | null {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null || form.method !== 'post') return null;
  const isKept = form.hasAttribute('data-keeps-typed') || form.closest('dialog') !== null || form.querySelector('dialog') !== null;
  return isKept ? form : null;
}

/** Returns the values of a form's visible fields as one text. */
function read(form: HTMLFormElement): string {
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
  const isHere = link.hash !== '' && link.href.split('#')[0] === window.location.href.split('#')[0];
  return isPlain && !isHere && link.target === '' && !link.hasAttribute('download') && /^https?:$/.test(link.protocol);
}
