import { type AccessState, type Reason, type Resolution, resolveBlockStatus } from '#app/domain/block-status.ts';
import { localDate } from '#app/domain/time.ts';
import { type PolicyWire, policyToStatusInput } from '#app/wire/device.ts';
import { isCutOff } from './habits.ts';
import type { DeviceState } from './state.ts';

/** One child's part of the policy. */
export type PolicyChild = PolicyWire['users'][number];

/**
 * The device’s own decision and what it is based on. `child`: whose rules decided; null if the device has no child. `isOfflineDecision`:
 * the server is unreachable, so the last known policy decided. `nextChange`: null if there is none within `MAX_RULE_CHANGES` changes of the
 * children’s rules.
 */
export type Decision = {
  state: AccessState;
  child: { id: string; name: string; timeZone: string } | null;
  why: Reason | null;
  nextChange: { at: number; state: AccessState } | null;
  scheduleTs: number;
  policyFrom: number | null;
  isOfflineDecision: boolean;
};

const STRICTNESS = { allowed: 0, paused: 1, blocked: 2 } as const satisfies Record<AccessState, number>;
/** Maximum number of rule changes to check when the rules of several children alternate. */
const MAX_RULE_CHANGES = 64;

/**
 * Returns what applies on this device at `now` (the server’s time, epoch ms), without network. Uses the same resolution as pages and API
 * (A119). If several children share the device and none is active, the strictest result applies (docs/reference/device.md). Without
 * management, nothing is enforced.
 */
export function decide(state: DeviceState, now: number): Decision {
  const children = listDecidingChildren(state);
  const known = {
    scheduleTs: state.policy?.scheduleTs ?? 0,
    policyFrom: state.policy?.fetchedAt ?? null,
    isOfflineDecision: isCutOff(state, now) || state.unreachableSince !== null,
  };
  const winner = strictest(children, state, now);
  if (winner === null) return { ...known, state: 'allowed', child: null, why: null, nextChange: null };
  const { child: wire, resolution } = winner;
  const child = { id: wire.user_id, name: wire.user_name, timeZone: wire.time_zone };
  if (state.managementRemoved) return { ...known, state: 'allowed', child, why: null, nextChange: null };
  return {
    ...known,
    state: resolution.state,
    child,
    why: resolution.why,
    nextChange: findNextChange(children, state, resolution.state, now),
  };
}

/** Returns only the state of `decide`. Does not search for the next change. */
export function stateAt(state: DeviceState, now: number): AccessState {
  if (state.managementRemoved) return 'allowed';
  return strictest(listDecidingChildren(state), state, now)?.resolution.state ?? 'allowed';
}

/** Returns the device’s estimate of the server’s time, epoch ms. */
export function serverTime(state: DeviceState, ownNow: number): number {
  return ownNow + state.serverOffsetMs;
}

/** Smaller differences from the server’s clock are ignored, because of network latency. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Adopts the server’s time if the device’s estimate differs by more than `CLOCK_TOLERANCE_MS` (A31). This can set time back. */
export function takeServerTime(state: DeviceState, serverNow: number, ownNow: number): DeviceState {
  const offset = serverNow - ownNow;
  if (Math.abs(offset - state.serverOffsetMs) <= CLOCK_TOLERANCE_MS) return state;
  return { ...state, serverOffsetMs: offset, lived: { at: serverNow, boot: null, upMs: 0 } };
}

/** True if a grant applies to the child now. Granted time does not count against the daily limit (A08). */
export function isGranted(state: DeviceState, child: PolicyChild, now: number): boolean {
  return resolveBlockStatus(policyToStatusInput(child, usedSeconds(state, child, now), now), now).why?.effect === 'grant';
}

/** Returns the children whose rules apply: the active child, else all children of the device. */
export function listDecidingChildren(state: DeviceState): Array<PolicyChild> {
  const children = state.policy?.rules.users ?? [];
  const active = children.filter((child) => child.user_id === state.activeChildId);
  return active.length > 0 ? active : children;
}

function strictest(children: Array<PolicyChild>, state: DeviceState, at: number): { child: PolicyChild; resolution: Resolution } | null {
  let winner: { child: PolicyChild; resolution: Resolution } | null = null;
  for (const child of children) {
    const resolution = resolveBlockStatus(policyToStatusInput(child, usedSeconds(state, child, at), at), at);
    if (winner === null || STRICTNESS[resolution.state] > STRICTNESS[winner.resolution.state]) winner = { child, resolution };
  }
  return winner;
}

function findNextChange(children: Array<PolicyChild>, state: DeviceState, current: AccessState, now: number): Decision['nextChange'] {
  let from = now;
  for (let turn = 0; turn < MAX_RULE_CHANGES; turn += 1) {
    const edges = children.flatMap((child) => {
      const { nextChange } = resolveBlockStatus(policyToStatusInput(child, usedSeconds(state, child, from), from), from);
      return nextChange === null ? [] : [nextChange.at];
    });
    if (edges.length === 0) return null;
    const at = Math.min(...edges);
    const then = strictest(children, state, at)?.resolution.state ?? current;
    if (then !== current) return { at, state: then };
    from = at;
  }
  return null;
}

/** Returns the seconds used on the child’s local date. Includes the last known use on the child’s other devices. */
export function usedSeconds(state: DeviceState, child: PolicyChild, at: number): number {
  const today = localDate(at, child.time_zone);
  return [...state.usage, ...state.usageElsewhere]
    .filter((usage) => usage.childId === child.user_id && usage.date === today)
    .reduce((sum, usage) => sum + usage.seconds, 0);
}
