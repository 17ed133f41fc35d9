import { isChanged } from '~/components/ui/early-input';

/** What is to be answered before the reader goes on: leave what was typed, or stay with it. */
export type UnsavedQuestion = { leave: () => void };

type Router = typeof window.__remixRouter;
/** Of the router only what is used. Remix itself blocks by hooks, whose code every page would carry. */
export type BlockingRouter = Pick<Router, 'state' | 'getBlocker' | 'deleteBlocker' | 'navigate' | 'subscribe'>;

const BLOCKER = 'typed';
/** What forms of the frame post to that lead away from every page. */
const LEADS_AWAY = /^\/(?:logout|resources\/language)$/;

/**
 * Watches over what is typed into the forms of windows, and into those that say `data-keeps-typed`: a link, Esc, a tap beside the window, Back,
 * a logout and another language ask before it is thrown away, and so does the browser before the page is left. What is as it was when somebody
 * came to it asks nothing, nor does what is saved; while a form is on its way, its answer is waited for.
 * @param ask shows a question in place of any other; null takes it back
 * @returns ends it
 */
export function watchUnsavedChanges(router: BlockingRouter, ask: (question: UnsavedQuestion | null) => void): () => void {
  const before = new WeakMap<HTMLFormElement, string>();
  const touched = new Set<HTMLFormElement>();
  // Which form was sent last is known before the router begins: one may derive first, and one that is refused here never goes.
  let submitted: HTMLFormElement | null = null;
  let onItsWay: { form: HTMLFormElement; fields: string } | null = null;
  let asDocument: HTMLFormElement | null = null;
  let waiting: (() => void) | null = null;

  const isTyped = () => listTyped().length > 0;
  const listTyped = () => [...touched].filter((form) => form.isConnected && read(form) !== before.get(form));

  /** What the reader wants to go on to, where something is typed: by now, or when it is known what became of it. */
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
    // Of clicks those that add or take away a row.
    if (type === 'click' && !(target instanceof Element && target.closest('button[type=button]'))) return;
    const form = editorOf(target);
    if (form !== null) touched.add(form);
  };
  const send = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    if (LEADS_AWAY.test(new URL(form.getAttribute('action') ?? '', window.location.href).pathname) && isTyped()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      hold(() => form.isConnected && form.requestSubmit(submitter));
      return;
    }
    submitted = form;
  };
  // After everybody else: what nobody stopped, the browser sends itself.
  const sendAsDocument = ({ target, defaultPrevented }: Event) => {
    asDocument = !defaultPrevented && target instanceof HTMLFormElement ? target : null;
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || !leadsOn(link, event) || !isTyped()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold(() => {
      // An answer may have led there.
      if (link.href === window.location.href) return;
      if (link.isConnected) link.click();
      else window.location.assign(link.href);
    });
  };
  const unload = (event: Event) => {
    if (listTyped().some((form) => form !== onItsWay?.form && form !== asDocument)) event.preventDefault();
  };

  // What was typed before this came was heard by nobody.
  for (const form of document.forms) {
    if (editorOf(form) === null || !isChanged(form)) continue;
    before.set(form, '');
    touched.add(form);
  }
  const leaving = new AbortController();
  const how = { capture: true, signal: leaving.signal };
  for (const type of ['focusin', 'pointerdown', 'keydown']) window.addEventListener(type, come, how);
  for (const type of ['input', 'change', 'click']) window.addEventListener(type, touch, how);
  window.addEventListener('submit', send, how);
  window.addEventListener('submit', sendAsDocument, { signal: leaving.signal });
  window.addEventListener('click', follow, how);
  window.addEventListener('beforeunload', unload, how);

  // Back and Forward alone: links are held where they are pressed, and forms lead on when they are answered.
  let index = indexInHistory();
  let delta = -1;
  router.getBlocker(BLOCKER, ({ historyAction }) => {
    if (historyAction !== 'POP' || !isTyped()) return false;
    delta = indexInHistory() - index || -1;
    return true;
  });
  let { key } = router.state.location;
  const unsubscribe = router.subscribe(({ blockers, location, navigation, actionData, errors }) => {
    if (navigation.state === 'submitting' && submitted !== null) {
      onItsWay = { form: submitted, fields: read(submitted) };
      submitted = null;
    }
    // Another way was taken before the answer came.
    if (navigation.state === 'loading' && navigation.formMethod === undefined) onItsWay = null;
    if (location.key !== key) {
      key = location.key;
      index = indexInHistory();
    }
    if (navigation.state === 'idle' && onItsWay !== null) {
      const { form, fields } = onItsWay;
      onItsWay = null;
      // A no has words of its own, and leaves what was typed. What was typed since a yes is measured by what was saved.
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
      // Not before the router has put away what it has just ended.
      else setTimeout(goOn);
    }
    const blocker = blockers.get(BLOCKER);
    if (blocker?.state !== 'blocked') return;
    // At once: whatever else the page loads meanwhile would forget a blocked one, and each update would find it again.
    blocker.reset();
    const steps = delta;
    const from = addressOf(location);
    hold(() => {
      // An answer may have led out of the window.
      if (addressOf(router.state.location) === from) void router.navigate(steps);
    });
  });

  return () => {
    leaving.abort();
    unsubscribe();
    router.deleteBlocker(BLOCKER);
  };
}

/** Which entry of the history this is, as the router counts them; 0 where it does not. */
function indexInHistory(): number {
  return window.history.state?.idx ?? 0;
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** The form that something belongs to, if what is typed there is to be kept. */
function editorOf(target: EventTarget | null): HTMLFormElement | null {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null || form.method !== 'post') return null;
  const isKept = form.hasAttribute('data-keeps-typed') || form.closest('dialog') !== null || form.querySelector('dialog') !== null;
  return isKept ? form : null;
}

/** What the reader sees in its fields. */
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

/** Would this tap leave the page as it stands? */
function leadsOn(link: HTMLAnchorElement, { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  const isHere = link.hash !== '' && link.href.split('#')[0] === window.location.href.split('#')[0];
  return isPlain && !isHere && link.target === '' && !link.hasAttribute('download') && /^https?:$/.test(link.protocol);
}
