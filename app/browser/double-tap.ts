import { addGate } from './submit-gate';

/** A second tap in the same place within this time, in ms, is ignored: the user cannot have read the new label yet. */
const SOON_MS = 700;
/**
 * A shorter limit in ms for a second press on another button with the same value, as in the next row. It is longer than the gap within a
 * double tap and shorter than the gap between deliberate taps.
 */
const DOUBLE_TAP_MS = 300;
/** Two taps by one finger are at most this far apart, in px. Centers of adjacent buttons are farther apart. */
const NEAR_PX = 32;

type Press = { button: HTMLButtonElement; at: number; x: number; y: number; isByKey: boolean };

/**
 * Treats a double tap or a held Enter as one submit. Button labels change immediately, so a second tap would undo the first. A press in
 * another place, or after typing or another key, is a new submit. Never stops submits by script.
 * @returns a function that stops observing
 */
export function ignoreDoubleTaps(page: Window): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** The click being dispatched. */
  let click: Press | null = null;
  /** The last press that submitted a form. */
  let last: Press | null = null;

  signal.addEventListener('abort', addGate('double-tap', { onSubmit, onClick }));
  page.addEventListener('keydown', onKey, { capture: true, signal });
  page.addEventListener('input', forget, { capture: true, signal });
  return () => ending.abort();

  function onClick({ target, timeStamp: at, clientX: x, clientY: y, detail }: MouseEvent): boolean {
    const button = target instanceof Element ? target.closest('button') : null;
    // Pressing a key also fires a click, with detail 0.
    click = button && { button, at, x, y, isByKey: detail === 0 };
    return false;
  }

  function onSubmit({ target: form, submitter }: SubmitEvent): boolean {
    const press = click;
    click = null;
    if (press === null || press.button !== submitter || !(form instanceof HTMLFormElement) || form.method !== 'post') return false;
    if (last !== null && press.at - last.at < soonAfter(last, press) && isSamePlace(press, last)) return true;
    last = press;
    return false;
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

/** Returns true for taps near each other. For key presses: the same button, or any button if the last one was removed. */
function isSamePlace(press: Press, last: Press): boolean {
  if (press.button === last.button) return press.isByKey || last.isByKey || isNear(press, last);
  if (press.isByKey !== last.isByKey) return false;
  return press.isByKey ? !last.button.isConnected : isNear(press, last);
}

function isNear(press: Press, last: Press): boolean {
  return Math.hypot(press.x - last.x, press.y - last.y) < NEAR_PX;
}
