const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Poll intervals of pages (A41), and the time after an action with faster polling (9.2.13), in ms. */
export const POLLS = {
  'block-status': { baseMs: 60 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 2 * MINUTE_MS },
  devices: { baseMs: 60 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 5 * MINUTE_MS },
  'add-child': { baseMs: 30 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 10 * MINUTE_MS },
  location: { baseMs: 15 * MINUTE_MS, fastMs: 15 * SECOND_MS, windowMs: 12 * MINUTE_MS },
  // The list of screenshots is read at most every two minutes, except after an action (9.2.5).
  samples: { baseMs: 2 * MINUTE_MS, fastMs: 5 * SECOND_MS, windowMs: 2 * MINUTE_MS },
  notifications: { baseMs: 60 * SECOND_MS, fastMs: 60 * SECOND_MS, windowMs: 0 },
} as const satisfies Record<string, { baseMs: number; fastMs: number; windowMs: number }>;
export type PollKind = keyof typeof POLLS;

/** Poll interval in ms while a live socket reports changes. Polling then only catches missed changes. */
export const LIVE_POLL_MS = 5 * MINUTE_MS;
/** How long polling pauses after a failure, in ms (A107). */
export const ERROR_PAUSE_MS = MINUTE_MS;

/** The inputs of the next poll. Times are in epoch ms. */
export type PollState = {
  kind: PollKind;
  /** True if the window has the focus (RT-006). */
  isFocused: boolean;
  /** True if the browser reports a network (RT-007). */
  isOnline: boolean;
  /** True if the socket is live and reports changes. */
  isLive: boolean;
  /** Time of the last action on the page; null if there was none. */
  lastActionAt: number | null;
  /** Time of the last load of the page's data. */
  loadedAt: number;
  /** Time of the last failed load; null if a success, focus or reconnect followed (RT-008). */
  failedAt: number | null;
};

/** Returns the maximum jitter: min(5000, 1000 + 15 %) ms (RT-013, 9.2.14). Jitter keeps browsers from polling at the same time. */
export function maxJitter(intervalMs: number): number {
  return Math.min(5 * SECOND_MS, SECOND_MS + 0.15 * intervalMs);
}

/** Returns the current interval in ms, without jitter. */
export function pollInterval({ kind, isLive, lastActionAt }: Pick<PollState, 'kind' | 'isLive' | 'lastActionAt'>, now: number): number {
  if (isLive) return LIVE_POLL_MS;
  const { baseMs, fastMs, windowMs } = POLLS[kind];
  return lastActionAt !== null && now - lastActionAt < windowMs ? fastMs : baseMs;
}

/** Returns the time until the next poll in ms; 0 if overdue, null while polling is paused. `random` is in [0, 1). */
export function nextPollIn(state: PollState, now: number, random: number): number | null {
  if (!state.isFocused || !state.isOnline) return null;
  const intervalMs = pollInterval(state, now);
  const due = state.loadedAt + intervalMs + Math.floor(random * maxJitter(intervalMs));
  const allowed = state.failedAt === null ? due : Math.max(due, state.failedAt + ERROR_PAUSE_MS);
  return Math.max(0, allowed - now);
}
