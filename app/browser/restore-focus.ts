import { addGate } from './submit-gate';

const MESSAGES = '.toasts';
const HEADINGS = 'h1, h2, h3';

/** An element and its ancestors, nearest first. If the element is removed, the ancestors are searched for the next focus. */
type FocusTarget = { element: HTMLElement; around: Array<Element> };

/**
 * Moves the focus when the focused control is removed: to a button of the same form, otherwise to the card's heading. When a message is
 * removed, returns the focus to the last element outside messages. F6 moves between the newest message and that element. Runs after
 * components that move the focus themselves.
 * @returns a function that stops observing
 */
export function restoreFocus(page: Document): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  /** The focused element, or the removed element that had the focus. */
  let focused: HTMLElement | null = null;
  let submittedFrom: HTMLElement | null = null;
  /** The last focused element outside messages. */
  let lastFocus: FocusTarget | null = null;
  let pendingCheck: ReturnType<typeof setTimeout> | undefined;

  const observer = new MutationObserver(() => {
    if (focused === null || isShown(focused)) return;
    clearTimeout(pendingCheck);
    // Runs after components that move the focus themselves.
    pendingCheck = setTimeout(moveFocus);
  });
  page.addEventListener('focusin', onFocus, { signal });
  signal.addEventListener('abort', addGate('restore-focus', { onSubmit }));
  page.addEventListener('keydown', onKey, { signal });
  observer.observe(page.documentElement, { childList: true, subtree: true, attributeFilter: ['hidden', 'open'] });
  return () => {
    listeners.abort();
    observer.disconnect();
    clearTimeout(pendingCheck);
  };

  function onFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    if (target.closest(MESSAGES) === null) lastFocus = { element: target, around: listAround(target) };
  }

  function onSubmit({ target }: SubmitEvent): boolean {
    submittedFrom = focused !== null && target instanceof Element && target.contains(focused) ? focused : null;
    return false;
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'F6' || event.defaultPrevented) return;
    const [message] = listShown(page, `${MESSAGES} .toast:has(button)`).slice(-1);
    if (message === undefined) return;
    event.preventDefault();
    if (page.activeElement?.closest(MESSAGES)) findNext(lastFocus)?.focus();
    else message.querySelector('button')?.focus();
  }

  function moveFocus() {
    const { activeElement } = page;
    const isLost = activeElement === null || activeElement === page.body || activeElement === focused;
    const removed = focused;
    if (removed === null || !isLost || isShown(removed)) return;
    focused = null;
    // If the user pressed nothing, either the whole page was replaced or the component itself moves the focus.
    const wasInMessage = removed !== lastFocus?.element;
    if (wasInMessage || removed === submittedFrom) findNext(lastFocus)?.focus({ preventScroll: true });
  }

  function findNext(target: FocusTarget | null): HTMLElement | null {
    if (target === null) return toFocusable(page.querySelector('h1'));
    if (isShown(target.element)) return target.element;
    for (const parent of target.around) {
      const summary = parent.querySelector<HTMLElement>(':scope > summary');
      if (summary !== null && isShown(summary)) return summary;
      if (!isShown(parent)) continue;
      const [next] = parent instanceof HTMLFormElement ? listShown(parent, 'button[type=submit]') : [];
      const heading = next ?? toFocusable(listShown(parent, HEADINGS)[0] ?? null);
      if (heading !== null) return heading;
    }
    return null;
  }
}

/** Returns the ancestors of an element, nearest first. Stops before `main` or `body`. */
function listAround(element: Element): Array<Element> {
  const parent = element.parentElement;
  return parent === null || parent.matches('main, body') ? [] : [parent, ...listAround(parent)];
}

function listShown(parent: Pick<ParentNode, 'querySelectorAll'>, selector: string): Array<HTMLElement> {
  return [...parent.querySelectorAll<HTMLElement>(selector)].filter(isShown);
}

function toFocusable(heading: HTMLElement | null): HTMLElement | null {
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

function isShown(element: Element): boolean {
  return element.isConnected && element.closest('[hidden]') === null && element.closest('details:not([open]) > :not(summary)') === null;
}
