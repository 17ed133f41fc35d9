/** How long a requested refresh waits for further requests, in ms (RT-014, 9.2.14). */
export const FORCED_REFRESH_MS = 250;

/** Combines many refresh requests into few loads. */
export type Refresher = {
  /** Requests a refresh: at most one load per 250 ms. The last request is never lost. */
  request(): void;
  /** Records that a load began, for any reason. It serves all earlier requests if it succeeds. Call the returned function when it ends. */
  loadStarted(): (hasSucceeded: boolean) => void;
  /** Retries a postponed refresh after `canRun` may have changed. */
  check(): void;
  stop(): void;
};

/**
 * Creates a refresher.
 * @param canRun returns false while the page is hidden or a navigation loads anyway
 * @param run starts the load, which calls `begin`
 */
export function createRefresher(canRun: () => boolean, run: () => void): Refresher {
  let requested = 0;
  let served = 0;
  let loading = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function fire(): void {
    timer = null;
    // A running load ends with a check; if `canRun` is false, a later check retries.
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
