import { type AccessState, type Reason, type Resolution, resolveBlockStatus } from '../app/domain/block-status.ts';
import { localDate } from '../app/domain/time.ts';
import { type PolicyWire, toQuestion } from '../app/wire/device.ts';
import { isCutOff } from './habits.ts';
import type { DeviceState } from './state.ts';

/** One child's part of the policy. */
export type PolicyChild = PolicyWire['users'][number];

/**
 * What a device decides for itself, and from which knowledge. `child` is the one whose rules decided, null when the
 * device belongs to nobody. `isOwnWord`: the server cannot be asked at present, so this is the last known policy's word.
 */
export type Decision = {
  state: AccessState;
  child: { id: string; name: string; timeZone: string } | null;
  why: Reason | null;
  nextChange: { at: number; state: AccessState } | null;
  scheduleTs: number;
  policyFrom: number | null;
  isOwnWord: boolean;
};

const STRICTNESS = { allowed: 0, paused: 1, blocked: 2 } as const satisfies Record<AccessState, number>;
/** Where several children's rules take turns: more than a week of quarter hours is nobody's plan. */
const MOST_TURNS = 64;

/**
 * What holds on this device at `now` (the server's time, epoch ms), by the same resolution as page and API (A119) and
 * without asking anybody. Of two children with nobody known to be using the device, the strictest holds
 * (docs/reference/device.md). A device without management enforces nothing.
 */
export function decide(state: DeviceState, now: number): Decision {
  const children = deciding(state);
  const known = {
    scheduleTs: state.policy?.scheduleTs ?? 0,
    policyFrom: state.policy?.fetchedAt ?? null,
    isOwnWord: isCutOff(state, now) || state.unreachableSince !== null,
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

/** What `decide` says of the state alone, without what comes after it: a third of the work. */
export function stateAt(state: DeviceState, now: number): AccessState {
  if (state.managementRemoved) return 'allowed';
  return strictest(deciding(state), state, now)?.resolution.state ?? 'allowed';
}

/** The server's time as far as the device knows it. */
export function serverTime(state: DeviceState, ownNow: number): number {
  return ownNow + state.serverOffsetMs;
}

/** A clock nearer than this to the server's is left alone: the way there takes time too. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Takes over the time that the server tells, where the device's own idea of it is far off (A31): also an earlier one than it lived through. */
export function takeServerTime(state: DeviceState, serverNow: number, ownNow: number): DeviceState {
  const offset = serverNow - ownNow;
  if (Math.abs(offset - state.serverOffsetMs) <= CLOCK_TOLERANCE_MS) return state;
  return { ...state, serverOffsetMs: offset, lived: { at: serverNow, boot: null, upMs: 0 } };
}

/** Is the child's time granted to it now? Then none of it counts against its allowance (A08). */
export function isGranted(state: DeviceState, child: PolicyChild, now: number): boolean {
  return resolveBlockStatus(toQuestion(child, usedSeconds(state, child, now), now), now).why?.effect === 'grant';
}

/** Whose rules hold: the child that uses the device, else all of its children. */
export function deciding(state: DeviceState): Array<PolicyChild> {
  const children = state.policy?.rules.users ?? [];
  const active = children.filter((child) => child.user_id === state.activeChildId);
  return active.length > 0 ? active : children;
}

function strictest(children: Array<PolicyChild>, state: DeviceState, at: number): { child: PolicyChild; resolution: Resolution } | null {
  let winner: { child: PolicyChild; resolution: Resolution } | null = null;
  for (const child of children) {
    const resolution = resolveBlockStatus(toQuestion(child, usedSeconds(state, child, at), at), at);
    if (winner === null || STRICTNESS[resolution.state] > STRICTNESS[winner.resolution.state]) winner = { child, resolution };
  }
  return winner;
}

function findNextChange(children: Array<PolicyChild>, state: DeviceState, current: AccessState, now: number): Decision['nextChange'] {
  let from = now;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const edges = children.flatMap((child) => {
      const { nextChange } = resolveBlockStatus(toQuestion(child, usedSeconds(state, child, from), from), from);
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

/** Seconds of the child's local today, on this device and, as last heard, on its others. */
export function usedSeconds(state: DeviceState, child: PolicyChild, at: number): number {
  const today = localDate(at, child.time_zone);
  return [...state.usage, ...state.usageElsewhere]
    .filter((usage) => usage.childId === child.user_id && usage.date === today)
    .reduce((sum, usage) => sum + usage.seconds, 0);
}
