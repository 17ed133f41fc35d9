import { serverTime } from './decide.ts';
import type { DeviceState } from './state.ts';

/** Time since the machine started, in ms, including sleep. `boot` identifies the start. Users cannot set it back. */
export type Uptime = { boot: string; ms: number };

/** Clocks that differ by less than this count as equal. */
const SAME_MS = 1_000;
/** Minimum interval between writes of `lived`, because the state may be a file. Without `uptime`, `SAME_MS` applies instead. */
const WRITTEN_EVERY_MS = 10_000;
/** The server rejects signatures whose clock is off by more than this (A31). */
const WRONG_MS = 5 * 60_000;

/**
 * Returns the state with a time that does not go back when the device’s own clock (`ownNow`, epoch ms) is changed.
 *
 * Time continues from the latest moment that the device saw or got from the server. Until the machine restarts, uptime gives the exact
 * elapsed time, so setting the clock forward has no effect either. Otherwise time follows the clock, but never falls behind the last
 * moment. Overruling the clock triggers a report, whose answer has the server’s time.
 */
export function advanceClock(state: DeviceState, ownNow: number, uptime: Uptime | null): DeviceState {
  if (state.enrolment.kind !== 'enrolled') return state;
  const { lived } = state;
  const clockTime = serverTime(state, ownNow);
  const at =
    lived === null
      ? clockTime
      : uptime !== null && lived.boot === uptime.boot
        ? lived.at + uptime.ms - lived.upMs
        : Math.max(clockTime, lived.at);
  const kept: DeviceState = Math.abs(at - clockTime) < SAME_MS ? state : { ...state, serverOffsetMs: at - ownNow, told: null };
  const isUpToDate =
    lived !== null && at - lived.at < (uptime === null ? SAME_MS : WRITTEN_EVERY_MS) && lived.boot === (uptime?.boot ?? null);
  return isUpToDate ? kept : { ...kept, lived: { at, boot: uptime?.boot ?? null, upMs: uptime?.ms ?? 0 } };
}

/** Returns `wrong` if the device’s own clock differs from the last known server time by more than five minutes. */
export function clockStatus({ serverOffsetMs }: DeviceState): 'right' | 'wrong' {
  return Math.abs(serverOffsetMs) > WRONG_MS ? 'wrong' : 'right';
}
