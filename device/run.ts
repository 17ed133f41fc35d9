import { setTimeout as sleep } from 'node:timers/promises';
import { takeUpApp } from './apps.ts';
import type { Device } from './call.ts';
import { advanceClock } from './clock.ts';
import { decide, serverTime } from './decide.ts';
import { act, type DeviceEvent, step } from './device.ts';
import { applyHabits, isInUse } from './habits.ts';
import { nextBurstAt } from './location.ts';
import { describeHappening, zoneOf } from './messages.ts';
import { formatSeconds } from './moments.ts';
import { type Connect, keepSocket } from './socket.ts';
import type { DeviceState } from './state.ts';
import { receiveFrame } from './transitions.ts';
import { addUsage } from './usage.ts';

/** A longer gap between rounds counts as sleep, not use. */
const LONGEST_USE_S = 60;
/**
 * With an open socket the server pushes commands, and each report’s answer names the newest policy. Polling is only a fallback, after this
 * long without a poll or a report.
 */
export const ASK_WITH_SOCKET_MS = 60 * 60_000;
/** Pause before an unanswered poll is repeated. Doubles with each failure. */
const ASK_AGAIN_MS = 10_000;
const LONGEST_ASK_AGAIN_MS = 5 * 60_000;

/** Lets a loop sleep until `wake` is called. A call while no loop sleeps ends the next sleep immediately. */
type Waker = { wake(): void; sleep(ms: number): Promise<void> };
/** Waits `ms`, or until `wake` is aborted. */
type Wait = (ms: number, wake: AbortSignal) => Promise<void>;
const waitFor: Wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * Runs a device until `signal` is aborted, or until a parent removes it.
 *
 * A round runs every `everyMs`, at each socket event, and at the exact time of the next rule change. An open socket delivers commands as
 * they are saved. A round then polls only hourly, after the clock was set back, or to retry a failed poll. Without a socket, every round
 * polls.
 *
 * `inUse`: a child uses the device all the time. `print` gets lines that begin with the time in the child’s zone. Tests pass `connect` and
 * `wait`.
 * @returns `gone` if a parent removed the device, else `stopped`
 */
export async function runDevice(
  given: Device,
  {
    everyMs,
    inUse,
    signal,
    print,
    connect,
    wait = waitFor,
  }: { everyMs: number; inUse: boolean; signal: AbortSignal; print: (line: string) => void; connect?: Connect; wait?: Wait },
): Promise<'gone' | 'stopped'> {
  const waker = createWaker(signal, wait);
  const printEvents = createPrinter(given, print);
  let askedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const restOf = ({ unreachableSince }: DeviceState): number =>
    unreachableSince === null ? ASK_WITH_SOCKET_MS : Math.min(LONGEST_ASK_AGAIN_MS, ASK_AGAIN_MS * 2 ** Math.max(0, failures - 1));
  const socket = keepSocket(
    given,
    {
      frame: (frame) => {
        const known = given.store.read().inbox.map(({ command }) => command.id);
        const { inbox } = given.store.update((state) => receiveFrame(state, frame, serverTime(state, given.now())));
        const fresh = inbox.filter(({ command }) => !known.includes(command.id));
        printEvents(fresh.map(({ command, dueAt }) => ({ kind: 'received', command, dueAt })));
        waker.wake();
      },
      opened: () => {
        printEvents([{ kind: 'connected' }]);
        waker.wake();
      },
      lost: (because) => {
        askedAt = Number.NEGATIVE_INFINITY;
        printEvents([{ kind: 'disconnected', because }]);
        waker.wake();
      },
    },
    connect,
  );
  const device: Device = { ...given, uplink: socket };
  device.store.update((state) => ({ ...state, socketSince: null }));
  let usedUntil = device.now();
  const ownStart = usedUntil;
  const startedAt = (state: DeviceState): number => serverTime(state, ownStart);
  try {
    while (!signal.aborted) {
      const ownNow = device.now();
      const seconds = Math.floor((ownNow - usedUntil) / 1000);
      if (seconds !== 0) usedUntil = ownNow - ((ownNow - usedUntil) % 1000);
      const state = device.store.update((before) => {
        const known = advanceClock(before, ownNow, device.uptime?.() ?? null);
        return liveFor(known, serverTime(known, ownNow), startedAt(known), inUse, seconds);
      });
      if (state.enrolment.kind !== 'enrolled') {
        printEvents([{ kind: 'gone' }]);
        return 'gone';
      }
      socket.update();
      const isTimeToAsk = !socket.isOpen() || ownNow - askedAt >= restOf(state) || ownNow < askedAt;
      if (isTimeToAsk) askedAt = ownNow;
      const happenings = isTimeToAsk ? await step(device) : await act(device);
      if (isPollReplaced(happenings)) askedAt = ownNow;
      if (device.store.read().unreachableSince === null) failures = 0;
      else if (isTimeToAsk) failures += 1;
      // A report alone is only a heartbeat and is not printed. `printEvents` skips repeated lines.
      printEvents(happenings.length === 1 ? happenings.filter(({ kind }) => kind !== 'reported') : happenings);
      if (happenings.some(({ kind }) => kind === 'gone')) return 'gone';
      await waker.sleep(pauseOf(device, everyMs, socket.reconnectsAt()));
    }
    return 'stopped';
  } finally {
    socket.end();
  }
}

/**
 * True if a report was answered. No poll is then needed: the answer names the newest policy, and other commands expire within ten minutes.
 */
export function isPollReplaced(happenings: ReadonlyArray<DeviceEvent>): boolean {
  return happenings.some(({ kind }) => kind === 'reported');
}

/** Returns a line for each event, with its time in `zone`. */
export function linesOf(device: Device, happenings: Array<DeviceEvent>, zone: string): Array<{ time: string; text: string }> {
  const now = serverTime(device.store.read(), device.now());
  const time = formatSeconds(now, zone);
  return happenings.map((happening) => ({ time, text: describeHappening(happening, now, zone) }));
}

/** Returns the time zone of the child whose rules apply. Call it before a step, because a removed device forgets its child. */
export function zoneNow(device: Device): string {
  const state = device.store.read();
  return zoneOf(decide(state, serverTime(state, device.now())));
}

function createWaker(signal: AbortSignal, wait: Wait): Waker {
  let hasRung = false;
  let alarm = new AbortController();
  const wake = (): void => {
    hasRung = true;
    alarm.abort();
  };
  signal.addEventListener('abort', wake);
  return {
    wake,
    sleep: async (ms) => {
      alarm = new AbortController();
      if (!hasRung) await wait(ms, alarm.signal);
      hasRung = false;
    },
  };
}

/** Returns a function that prints events and skips repeated lines. */
function createPrinter(device: Device, print: (line: string) => void): (happenings: Array<DeviceEvent>) => void {
  let lastSaid = '';
  let zone = zoneNow(device);
  return (happenings) => {
    // A removed device has forgotten its child’s time zone, so the last one is kept.
    if (device.store.read().policy !== null) zone = zoneNow(device);
    for (const { time, text } of linesOf(device, happenings, zone)) {
      if (text !== lastSaid) print(`${time}  ${text}`);
      lastSaid = text;
    }
  };
}

/** Applies the effects of time and of the child’s use. */
function liveFor(state: DeviceState, now: number, startedAt: number, inUse: boolean, seconds: number): DeviceState {
  if (state.poweredOffAt !== null) return state;
  const lived = takeUpApp(applyHabits(state, now), now);
  return inUse || isInUse(lived, now, startedAt) ? addUsage(lived, Math.min(seconds, LONGEST_USE_S), now) : lived;
}

/** Returns how long to wait, in ms: until the next rule change, position of a burst, due command or reconnect, but at most `everyMs`. */
function pauseOf(device: Device, everyMs: number, restsUntil: number | null): number {
  const state = device.store.read();
  const ownNow = device.now();
  const now = serverTime(state, ownNow);
  const { nextChange } = decide(state, now);
  const edges = [nextChange?.at, nextBurstAt(state.location)].map((at) => at ?? Number.POSITIVE_INFINITY);
  const moments = [...edges, ...state.inbox.map(({ dueAt }) => dueAt)].map((at) => at - now);
  const rest = restsUntil === null ? Number.POSITIVE_INFINITY : restsUntil - ownNow;
  return Math.max(1, Math.min(everyMs, rest, ...moments.filter((ms) => ms > 0)));
}
