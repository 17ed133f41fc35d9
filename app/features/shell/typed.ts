import { isChanged } from '~/components/ui/early-input';

/** What is to be answered before the reader goes on: leave what was typed, or stay with it. */
export type Question = { leave: () => void; stay: () => void };

type Router = typeof window.__remixRouter;
/** Of the router only what is used. Remix itself blocks by hooks, whose code every page would carry. */
export type BlockingRouter = Pick<Router, 'state' | 'getBlocker' | 'deleteBlocker' | 'subscribe'>;

const BLOCKER = 'typed';

/**
 * Watches over what is typed into the forms of windows, and into those that say `data-keeps-typed`: a link, Esc, a tap beside the window and
 * Back ask before it is thrown away, and so does the browser before the page is left. What is as it was when somebody came to it asks nothing,
 * nor does what is sent.
 * @returns ends it
 */
export function watchTyped(router: BlockingRouter, ask: (question: Question) => void): () => void {
  const before = new WeakMap<HTMLFormElement, string>();
  const touched = new Set<HTMLFormElement>();
  const sent = new Set<HTMLFormElement>();
  let isSending = false;

  const isTyped = () => [...touched].some((form) => form.isConnected && read(form) !== before.get(form));
  const forget = () => touched.clear();

  const come = ({ target }: Event) => {
    isSending = false;
    const form = editorOf(target);
    if (form !== null && !touched.has(form)) before.set(form, read(form));
  };
  const touch = ({ target, type }: Event) => {
    // Of clicks those that add or take away a row.
    if (type === 'click' && !(target instanceof Element && target.closest('button[type=button]'))) return;
    const form = editorOf(target);
    if (form !== null) touched.add(form);
  };
  const send = ({ target }: Event) => {
    isSending = true;
    if (target instanceof HTMLFormElement) sent.add(target);
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || !leadsOn(link, event) || !isTyped()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask({
      leave: () => {
        forget();
        if (link.isConnected) link.click();
        else window.location.assign(link.href);
      },
      stay: () => {},
    });
  };
  const unload = (event: Event) => {
    if (!isSending && isTyped()) event.preventDefault();
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
  window.addEventListener('click', follow, how);
  window.addEventListener('beforeunload', unload, how);

  // Back and Forward alone: links are held where they are pressed, and forms lead on when they are answered.
  router.getBlocker(BLOCKER, ({ historyAction }) => historyAction === 'POP' && isTyped());
  let { key } = router.state.location;
  const unsubscribe = router.subscribe(({ blockers, location, actionData }) => {
    if (location.key !== key) {
      key = location.key;
      // What was sent is saved where the page leads on; a no has words of its own, and leaves what was typed.
      if (actionData === null) for (const form of sent) touched.delete(form);
      sent.clear();
    }
    const blocker = blockers.get(BLOCKER);
    if (blocker?.state !== 'blocked') return;
    ask({
      leave: () => {
        forget();
        blocker.proceed();
      },
      stay: blocker.reset,
    });
  });

  return () => {
    leaving.abort();
    unsubscribe();
    router.deleteBlocker(BLOCKER);
  };
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
