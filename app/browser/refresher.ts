/** How long a refresh that was asked for waits for others of its kind (RT-014, 9.2.14). */
export const FORCED_REFRESH_MS = 250;

/** Turns many wishes for newer data into few loads. */
export type Refresher = {
  /** Newer data are wanted: at most one load per 250 ms, and the last wish is never lost. */
  ask(): void;
  /** The page begins to load, for whatever reason: wishes so far are met if it succeeds. Call the answer when it is over. */
  begin(): (hasSucceeded: boolean) => void;
  /** Something changed that may have kept a wish waiting. */
  check(): void;
  stop(): void;
};

/** `canRun`: false while nobody looks, or while a navigation loads anyway. `run` starts the load, which calls `begin`. */
export function createRefresher(canRun: () => boolean, run: () => void): Refresher {
  let asked = 0;
  let met = 0;
  let loading = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function fire(): void {
    timer = null;
    // What is under way ends in a check; who cannot run now is checked later.
    if (asked > met && loading === 0 && canRun()) run();
  }

  function check(): void {
    if (asked > met && loading === 0 && timer === null) timer = setTimeout(fire, FORCED_REFRESH_MS);
  }

  return {
    ask() {
      asked += 1;
      check();
    },
    begin() {
      const covered = asked;
      loading += 1;
      return (hasSucceeded) => {
        loading -= 1;
        if (hasSucceeded) met = Math.max(met, covered);
        check();
      };
    },
    check,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      met = asked;
    },
  };
}
