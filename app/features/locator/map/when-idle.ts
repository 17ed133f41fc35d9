/** Calls `act` when the browser has nothing else to do, at the latest after two seconds. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, LATER_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(id);
}

const LATEST_MS = 2000;
/** Safari has no idle callback. */
const LATER_MS = 200;
