import type { Router } from './remix-internals';

/** The parts of the router that this module uses. The blocking hook of Remix would add its code to every page. */
export type BlockingRouter = Pick<Router, 'state' | 'getBlocker' | 'deleteBlocker' | 'navigate' | 'subscribe'>;

/** Decides about Back and Forward. `isHeld` is called before the navigation; `hold` receives a function that repeats the navigation. */
export type BackHolder = { isHeld: () => boolean; hold: (repeat: () => void) => void };

const BLOCKER = 'hold-back';
const holders = new Set<BackHolder>();
let stop: (() => void) | null = null;

/**
 * Holds Back and Forward while `holder.isHeld()` is true. All holders share one blocker, because the router supports only one.
 * @returns a function that removes the holder
 */
export function holdBack(router: BlockingRouter, holder: BackHolder): () => void {
  holders.add(holder);
  stop ??= block(router);
  return () => {
    holders.delete(holder);
    if (holders.size > 0) return;
    stop?.();
    stop = null;
  };
}

function block(router: BlockingRouter): () => void {
  const findHolder = () => [...holders].find(({ isHeld }) => isHeld());
  let index = indexInHistory();
  let delta = -1;
  router.getBlocker(BLOCKER, ({ historyAction }) => {
    if (historyAction !== 'POP' || findHolder() === undefined) return false;
    delta = indexInHistory() - index || -1;
    return true;
  });
  let { key } = router.state.location;
  const unsubscribe = router.subscribe(({ blockers, location }) => {
    if (location.key !== key) {
      key = location.key;
      index = indexInHistory();
    }
    const blocker = blockers.get(BLOCKER);
    if (blocker?.state !== 'blocked') return;
    // Resets immediately: another page load would discard the blocked navigation, and each router update would handle it again.
    blocker.reset();
    const steps = delta;
    const from = addressOf(location);
    const repeat = () => {
      // A response may have led to another page already.
      if (addressOf(router.state.location) === from) void router.navigate(steps);
    };
    const holder = findHolder();
    if (holder === undefined) repeat();
    else holder.hold(repeat);
  });
  return () => {
    unsubscribe();
    router.deleteBlocker(BLOCKER);
  };
}

/** Returns the router's index of the history entry, or 0 if it has none. */
function indexInHistory(): number {
  return window.history.state?.idx ?? 0;
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}
