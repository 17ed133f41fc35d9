/** Delay in ms that combines refresh requests (RT-014, 9.2.14). */
export const FORCED_REFRESH_MS = 250;

/** Combines many refresh requests into few loads. */
export type Refresher = {
  /** Requests a refresh. Loads at most once per 250 ms and does not lose the last request. */
  request(): void;
  /** Records that any load began. A successful load serves all earlier requests. Call the returned function when the load ends. */
  loadStarted(): (hasSucceeded: boolean) => void;
  /** Runs a postponed refresh. Call this when `canRun` may have changed. */
  check(): void;
  stop(): void;
};

/**
 * Creates a refresher.
 * @param canRun returns false while the page is hidden or a navigation is loading
 * @param run starts the load, which calls `loadStarted`
 */
export function createRefresher(canRun: () => boolean, run: () => void): Refresher {
  let requested = 0;
  let served = 0;
  let loading = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function fire(): void {
    timer = null;
    // If this does not run now, the end of the current load or a later `check` calls it again.
    if (requested > served && loading === 0 && canRun()) run();
  }

  function check(): void {
    if (requested > served && loading === 0 && timer === null) timer = setTimeout(fire, FORCED_REFRESH_MS);
  }

  return {
    request() {
      requested += 1;
      check();
    },
    loadStarted() {
      const covered = requested;
      loading += 1;
      return (hasSucceeded) => {
        loading -= 1;
        if (hasSucceeded) served = Math.max(served, covered);
        check();
      };
    },
    check,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      served = requested;
    },
  };
}
