/**
 * Waits for `ms`. If the browser is offline by then, keeps waiting for an `online` or `focus` event. Resolves to true if such an event came
 * before `ms` had passed. Rejects on abort.
 */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let hasElapsed = false;
    const end = (wasCut: boolean) => () => {
      if (!wasCut && !navigator.onLine) {
        hasElapsed = true;
        return;
      }
      stop();
      resolve(wasCut);
    };
    const timer = setTimeout(end(false), ms);
    const cut = () => {
      // If the delay has already passed offline, this try counts as a retry.
      stop();
      resolve(!hasElapsed);
    };
    const leave = () => {
      stop();
      reject(signal.reason);
    };
    const stop = () => {
      clearTimeout(timer);
      window.removeEventListener('online', cut);
      window.removeEventListener('focus', cut);
      signal.removeEventListener('abort', leave);
    };
    window.addEventListener('online', cut);
    window.addEventListener('focus', cut);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}
