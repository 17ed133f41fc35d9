import type { ReactNode } from 'react';
import { CONFIRM_MS, MAX_TOASTS, TOAST_MS } from '#app/components/ui/layout';
import { UNDO_MS } from '#app/domain/undo';

/**
 * A message. `stay`: `short` 8 s, `undo` 10 s with a progress line, `confirm` 1 min, `persistent` until removed (9.2.15). Showing an ID
 * again updates a persistent message; for all others it does nothing.
 */
export type ToastMessage = {
  id: string;
  /** Only the latest message of a group is shown. */
  group?: string;
  tone: 'good' | 'bad';
  stay: 'short' | 'undo' | 'confirm' | 'persistent';
  text: ReactNode;
  icon?: ReactNode;
  /** A form or button at the end of the message. */
  action?: ReactNode;
};

/** How long a message is shown, in ms; null means until it is removed. */
export const STAY_MS: Readonly<Record<ToastMessage['stay'], number | null>> = {
  short: TOAST_MS,
  undo: UNDO_MS,
  confirm: CONFIRM_MS,
  persistent: null,
};

type Clock = { left: number; since: number; timer: ReturnType<typeof setTimeout> | null };

/** Creates a list of messages, oldest first, with timers that can be paused. */
export function createToasts() {
  let shown: ReadonlyArray<ToastMessage> = [];
  let isPaused = false;
  const seen = new Set<string>();
  const clocks = new Map<string, Clock>();
  const readers = new Set<() => void>();

  const change = (next: ReadonlyArray<ToastMessage>) => {
    shown = next;
    for (const reader of readers) reader();
  };
  const drop = (id: string) => {
    const timer = clocks.get(id)?.timer ?? null;
    if (timer !== null) clearTimeout(timer);
    clocks.delete(id);
    if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
  };
  const run = (id: string, clock: Clock) => {
    clock.since = Date.now();
    clock.timer = setTimeout(() => drop(id), clock.left);
  };
  const show = (toast: ToastMessage) => {
    const isPersistent = toast.stay === 'persistent';
    if (!isPersistent && seen.has(toast.id)) return;
    seen.add(toast.id);
    const before = shown.filter(({ group, id }) => group !== undefined && group === toast.group && id !== toast.id);
    for (const { id } of before) drop(id);
    change([...shown.filter(({ id }) => id !== toast.id), toast]);
    const ms = STAY_MS[toast.stay];
    if (ms !== null) {
      const clock: Clock = { left: ms, since: 0, timer: null };
      clocks.set(toast.id, clock);
      if (!isPaused) run(toast.id, clock);
    }
    // Above the maximum, removes the oldest message that is not persistent.
    const oldest = shown.find(({ stay }) => stay !== 'persistent');
    if (shown.length > MAX_TOASTS && oldest !== undefined) drop(oldest.id);
  };
  return {
    show,
    drop,
    hasSeen: (id: string) => seen.has(id),
    get: () => shown,
    subscribe(reader: () => void): () => void {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    /** Stops or resumes all timers, for example while a message is hovered or focused. */
    pause(paused: boolean): void {
      if (paused === isPaused) return;
      isPaused = paused;
      for (const [id, clock] of clocks) {
        if (!paused) run(id, clock);
        else if (clock.timer !== null) {
          clearTimeout(clock.timer);
          clock.timer = null;
          clock.left -= Date.now() - clock.since;
        }
      }
    },
  };
}

/**
 * The messages of this browser window. Use only in the browser, for example `toasts.show({ id: 'offline', stay: 'persistent', … })` and
 * `toasts.drop('offline')`.
 */
export const toasts = createToasts();
