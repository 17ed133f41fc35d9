import type { Result } from '../provider';
import { runCall, type SandboxCall } from './sandbox-calls';
import { runUntil } from './sandbox-clock';
import type { SandboxState } from './sandbox-state';

const MAX_REPLIES = 200;

/**
 * Runs one call on the sandbox’s state and returns its result. `now`: the family’s clock; the sandbox’s own may be ahead of it. First runs
 * everything that fell due. A repeated key returns the recorded result. Changes the state, even if a fault then replaces the result.
 */
export function runSandbox(state: SandboxState, call: SandboxCall, now: number): Result<unknown> {
  const fault = state.faults[0]?.call === call.call ? state.faults.shift() : undefined;
  if (fault?.kind === 'before') return { ok: false, error: { kind: 'unavailable' } };
  runUntil(state, now + state.offsetMs);
  const result = toFamilyClock(replayOrRun(state, call, now + state.offsetMs), state.offsetMs);
  if (call.call === 'advance') runUntil(state, now + state.offsetMs);
  return fault === undefined ? result : { ok: false, error: { kind: 'unavailable' } };
}

function replayOrRun(state: SandboxState, call: SandboxCall, now: number): Result<unknown> {
  const key = 'key' in call ? `${call.call} ${call.key}` : null;
  const known = key === null ? undefined : state.replies[key];
  if (known !== undefined) return known;
  const result = runCall(state, toSandboxClock(call, state.offsetMs), now);
  if (key !== null) {
    state.replies[key] = result;
    const keys = Object.keys(state.replies);
    for (const old of keys.slice(0, Math.max(0, keys.length - MAX_REPLIES))) delete state.replies[old];
  }
  return result;
}

function toSandboxClock(call: SandboxCall, offsetMs: number): SandboxCall {
  if (call.call === 'change') return { ...call, input: { ...call.input, prorationDate: call.input.prorationDate + offsetMs } };
  if (call.call !== 'previewChange' || call.input.prorationDate === null) return call;
  return { ...call, input: { ...call.input, prorationDate: call.input.prorationDate + offsetMs } };
}

/** Names of the fields that contain instants. They are converted to the family's clock, because the sandbox's clock may be ahead. */
const INSTANTS = new Set([
  ...['at', 'createdAt', 'periodStart', 'periodEnd', 'canceledAt', 'trialEnd', 'nextAttemptAt'],
  ...['prorationDate', 'nextAt'],
]);

function toFamilyClock(result: Result<unknown>, offsetMs: number): Result<unknown> {
  if (offsetMs === 0 || !result.ok) return result;
  const text = JSON.stringify(result, (name, value: unknown) =>
    INSTANTS.has(name) && typeof value === 'number' ? value - offsetMs : value,
  );
  const moved: Result<unknown> = JSON.parse(text);
  return moved;
}
