const MESSAGES = '.toasts';
const HEADINGS = 'h1, h2, h3';

/** An element, and what it stood in, the nearest first: that is asked where to go on once it has gone. */
type Place = { element: HTMLElement; around: Array<Element> };

/**
 * Keeps the focus in the page when what was pressed goes with what it did: it goes to a button of the same form, else to the heading of the
 * card, and from a message back to where the reader came from. F6 leads to the newest message's button and back, for a message comes at
 * the page's other end and has its time. What has its own way, as rows do that leave the focus to their neighbours, goes first.
 * @returns ends it
 */
export function restoreFocus(page: Document): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** What has the focus, or had it when it went. */
  let held: HTMLElement | null = null;
  let pressed: HTMLElement | null = null;
  /** What had it last of all that is no message. */
  let outside: Place | null = null;
  let check: ReturnType<typeof setTimeout> | undefined;

  const watcher = new MutationObserver(() => {
    if (held === null || isShown(held)) return;
    clearTimeout(check);
    // Not before those who have their own way have gone it.
    check = setTimeout(goOn);
  });
  page.addEventListener('focusin', onFocus, { signal });
  page.addEventListener('submit', onSubmit, { capture: true, signal });
  page.addEventListener('keydown', onKey, { signal });
  watcher.observe(page.documentElement, { childList: true, subtree: true, attributeFilter: ['hidden', 'open'] });
  return () => {
    ending.abort();
    watcher.disconnect();
    clearTimeout(check);
  };

  function onFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return;
    held = target;
    if (target.closest(MESSAGES) === null) outside = { element: target, around: listAround(target) };
  }

  function onSubmit({ target }: SubmitEvent) {
    pressed = held !== null && target instanceof Element && target.contains(held) ? held : null;
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'F6' || event.defaultPrevented) return;
    const [message] = listShown(page, `${MESSAGES} .toast:has(button)`).slice(-1);
    if (message === undefined) return;
    event.preventDefault();
    if (page.activeElement?.closest(MESSAGES)) findNext(outside)?.focus();
    else message.querySelector('button')?.focus();
  }

  function goOn() {
    const { activeElement } = page;
    const isLost = activeElement === null || activeElement === page.body || activeElement === held;
    const lost = held;
    if (lost === null || !isLost || isShown(lost)) return;
    held = null;
    // What went without having been pressed went with its page, or has its own way.
    const isMessage = lost !== outside?.element;
    if (isMessage || lost === pressed) findNext(outside)?.focus({ preventScroll: true });
  }

  function findNext(place: Place | null): HTMLElement | null {
    if (place === null) return toFocusable(page.querySelector('h1'));
    if (isShown(place.element)) return place.element;
    for (const parent of place.around) {
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

/** What an element stands in, the nearest first; the page itself is no place of its own. */
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
