/** A tap that comes this soon after another in its place belongs to it, in ms: by then nobody has read what the button says now. */
const SOON_MS = 700;
/**
 * The same where the second press is on another button that asks for the same, in ms: the row below has moved under the finger, and what its
 * button says is known. Longer than the gap of a double tap, shorter than taps that are each meant.
 */
const DOUBLE_TAP_MS = 300;
/** Two taps of one finger lie this near, in px; the middles of two buttons that stand beside each other lie farther apart. */
const NEAR_PX = 32;

type Press = { button: HTMLButtonElement; at: number; x: number; y: number; isByKey: boolean };

/**
 * Makes a double tap one tap, and a held Enter one press, wherever a form is sent: what a button asks for is shown at once, so the second
 * would meet another button under the same finger, and take back what the first did. Whoever presses elsewhere, or has used another key
 * or typed meanwhile, means it. What a script sends on for a form that waited is nobody's tap.
 * @returns ends it
 */
export function ignoreDoubleTaps(page: Window): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** The click that is just being handed round. */
  let click: Press | null = null;
  /** The last that sent something. */
  let last: Press | null = null;

  page.addEventListener('click', onClick, { capture: true, signal });
  page.addEventListener('submit', onSubmit, { capture: true, signal });
  page.addEventListener('keydown', onKey, { capture: true, signal });
  page.addEventListener('input', forget, { capture: true, signal });
  return () => ending.abort();

  function onClick({ target, timeStamp: at, clientX: x, clientY: y, detail }: MouseEvent) {
    const button = target instanceof Element ? target.closest('button') : null;
    // A key makes a click too, which counts no taps.
    click = button && { button, at, x, y, isByKey: detail === 0 };
  }

  function onSubmit(event: SubmitEvent) {
    const press = click;
    click = null;
    const { target: form, submitter } = event;
    if (press === null || press.button !== submitter || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (last === null || press.at - last.at >= soonAfter(last, press) || !isSamePlace(press, last)) {
      last = press;
      return;
    }
    event.preventDefault();
    // Before anybody else hears of it.
    event.stopImmediatePropagation();
  }

  function onKey(event: KeyboardEvent) {
    const { key, repeat, target } = event;
    if (key !== 'Enter' && key !== ' ') forget();
    else if (repeat && key === 'Enter' && target instanceof HTMLButtonElement) event.preventDefault();
  }

  function forget() {
    last = null;
  }
}

function soonAfter({ button }: Press, next: Press): number {
  return button !== next.button && button.value === next.button.value ? DOUBLE_TAP_MS : SOON_MS;
}

/** Under the same finger; by key on the same button, or on the one that has the focus since that has gone. */
function isSamePlace(press: Press, last: Press): boolean {
  if (press.button === last.button) return press.isByKey || last.isByKey || isNear(press, last);
  if (press.isByKey !== last.isByKey) return false;
  return press.isByKey ? !last.button.isConnected : isNear(press, last);
}

function isNear(press: Press, last: Press): boolean {
  return Math.hypot(press.x - last.x, press.y - last.y) < NEAR_PX;
}
