const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * How often a page asks by itself (A41) and for how long it asks more often after something was done on it (9.2.13). All in ms. Block
 * status, devices, notifications and the pairing are polled by pages that exist; location waits for its own.
 */
export const POLLS = {
  'block-status': { baseMs: 60 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 2 * MINUTE_MS },
  devices: { baseMs: 60 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 5 * MINUTE_MS },
  'add-child': { baseMs: 30 * SECOND_MS, fastMs: 5 * SECOND_MS, windowMs: 10 * MINUTE_MS },
  location: { baseMs: 15 * MINUTE_MS, fastMs: 15 * SECOND_MS, windowMs: 12 * MINUTE_MS },
  notifications: { baseMs: 60 * SECOND_MS, fastMs: 60 * SECOND_MS, windowMs: 0 },
} as const satisfies Record<string, { baseMs: number; fastMs: number; windowMs: number }>;
export type PollKind = keyof typeof POLLS;

/** While the socket lives, changes are told; asking is only a safety net. */
export const TOLD_POLL_MS = 5 * MINUTE_MS;
/** After a failure polling goes on by itself after this long (A107). */
export const ERROR_PAUSE_MS = MINUTE_MS;

/** What the next poll depends on. Instants in epoch ms. */
export type PollState = {
  kind: PollKind;
  /** The window has the focus (RT-006). */
  isFocused: boolean;
  /** The browser believes that it has a network (RT-007). */
  isOnline: boolean;
  /** The socket lives, so changes are told. */
  isTold: boolean;
  /** When something was done on the page last; null = nothing yet. */
  doneAt: number | null;
  /** When the page's data were asked for last. */
  loadedAt: number;
  /** When loading failed last with nothing better since (success, focus, online); null = it did not (RT-008). */
  failedAt: number | null;
};

/** The most that is added to an interval so that browsers do not ask in step: min(5000, 1000 + 15 %) ms (RT-013, 9.2.14). */
export function maxJitter(intervalMs: number): number {
  return Math.min(5 * SECOND_MS, SECOND_MS + 0.15 * intervalMs);
}

/** The interval that holds at an instant, without jitter. */
export function pollInterval({ kind, isTold, doneAt }: Pick<PollState, 'kind' | 'isTold' | 'doneAt'>, now: number): number {
  if (isTold) return TOLD_POLL_MS;
  const { baseMs, fastMs, windowMs } = POLLS[kind];
  return doneAt !== null && now - doneAt < windowMs ? fastMs : baseMs;
}

/**
 * How long to wait for the next poll, in ms; null while polling pauses. `random` is in [0, 1). A poll that is overdue, after the window
 * was away, comes at once.
 */
export function nextPollIn(state: PollState, now: number, random: number): number | null {
  if (!state.isFocused || !state.isOnline) return null;
  const intervalMs = pollInterval(state, now);
  const due = state.loadedAt + intervalMs + Math.floor(random * maxJitter(intervalMs));
  const allowed = state.failedAt === null ? due : Math.max(due, state.failedAt + ERROR_PAUSE_MS);
  return Math.max(0, allowed - now);
}
