import type { ReactNode } from 'react';
import { CONFIRM_MS, MAX_TOASTS, TOAST_MS } from '~/components/ui/layout';
import { UNDO_MS } from '~/domain/undo';

/**
 * A message. `stay`: `short` 8 s, `undo` 10 s with a line that shrinks, `confirm` 1 min, `persistent` until it is dropped (9.2.15). The same
 * id twice is one message: a persistent one takes the newer words, another is shown once only.
 */
export type ToastMessage = {
  id: string;
  /** Of one group only the latest is shown. */
  group?: string;
  tone: 'good' | 'bad';
  stay: 'short' | 'undo' | 'confirm' | 'persistent';
  text: ReactNode;
  icon?: ReactNode;
  /** A form or a button, at the end. */
  action?: ReactNode;
};

/** The time that a message stays, in ms; null for as long as it holds. */
export const STAY_MS: Readonly<Record<ToastMessage['stay'], number | null>> = {
  short: TOAST_MS,
  undo: UNDO_MS,
  confirm: CONFIRM_MS,
  persistent: null,
};

type Clock = { left: number; since: number; timer: ReturnType<typeof setTimeout> | null };

/** The messages of one window, oldest first, and their time, which stands still while they are read. */
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
    // What holds on stays; of the others the oldest makes room.
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
    /** While a message is pointed at or has the focus, none of them goes. */
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

/** Those of this window. Only for what runs in a browser: `toasts.show({ id: 'offline', stay: 'persistent', … })`, `toasts.drop('offline')`. */
export const toasts = createToasts();
