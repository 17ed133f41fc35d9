import { serverTime } from './decide.ts';
import type { DeviceState } from './state.ts';

/** How long the machine has been running, and since which start of it; nobody sets this back. `ms` goes on while it sleeps. */
export type Uptime = { boot: string; ms: number };

/** Clocks tell the same time where they differ by less. */
const SAME_MS = 1_000;
/** How often the moment is written down: the state may be a file. Where nothing but that moment tells that time passed, at every look. */
const WRITTEN_EVERY_MS = 10_000;
/** Beyond that the server believes no signature either (A31). */
const WRONG_MS = 5 * 60_000;

/**
 * Time goes on from the latest moment that the device lived through or was told by the server, whatever its own clock (`ownNow`, epoch ms)
 * shows by now: a clock that is set back brings no evening back, nor does the device's next start. Since the same start of the machine the
 * way from there is known exactly, so that a clock that is set forward ends no evening either; without `uptime`, or after another start,
 * time stands no earlier than it did. A clock that had to be overruled is reported, and the answer brings the server's time.
 */
export function keepTime(state: DeviceState, ownNow: number, uptime: Uptime | null): DeviceState {
  if (state.enrolment.kind !== 'enrolled') return state;
  const { lived } = state;
  const shown = serverTime(state, ownNow);
  const at =
    lived === null ? shown : uptime !== null && lived.boot === uptime.boot ? lived.at + uptime.ms - lived.upMs : Math.max(shown, lived.at);
  const kept: DeviceState = Math.abs(at - shown) < SAME_MS ? state : { ...state, serverOffsetMs: at - ownNow, told: null };
  const isWritten =
    lived !== null && at - lived.at < (uptime === null ? SAME_MS : WRITTEN_EVERY_MS) && lived.boot === (uptime?.boot ?? null);
  return isWritten ? kept : { ...kept, lived: { at, boot: uptime?.boot ?? null, upMs: uptime?.ms ?? 0 } };
}

/** Does the device's own clock show the server's time, as far as it knows that? */
export function clockStanding({ serverOffsetMs }: DeviceState): 'right' | 'wrong' {
  return Math.abs(serverOffsetMs) > WRONG_MS ? 'wrong' : 'right';
}
