import type { AccessState } from '#app/domain/block-status';
import { isOffline } from '#app/domain/device';
import type { Instant } from '#app/domain/time';
import { type ChildStatus, type DeviceStatus, findGoverningSibling, followsOtherChild } from './child-status';
import { hasFailed, isOnOwnClock } from './receipt';

/**
 * A child's state as a sentence. The headline says only what devices have confirmed. Requests and unconfirmed devices follow separately
 * (docs/reference/design.md, principle 2).
 */
export type StatusSentence = {
  headline:
    | { kind: 'no-device' }
    | { kind: 'unmanaged' }
    /** Other children are using all managed devices. */
    | { kind: 'used-by-others' }
    /** Like `used-by-others`, but the devices in `governedByOther` have not reported who is using them. */
    | { kind: 'governed-by-others' }
    /** None of the `devices` managed devices has reported yet. */
    | { kind: 'no-report'; devices: number }
    /**
     * All devices that ever reported are offline on their own clocks, so the current state is unknown. `since` is when the last one was
     * seen.
     */
    | { kind: 'own-clock'; devices: number; since: Instant; state: AccessState; until: Instant | null }
    /** Every managed device that this child may use is in the requested state. `until` is null unless all confirmed the current rule. */
    | { kind: 'is'; state: AccessState; until: Instant | null }
    /**
     * Only the listed `devices`, of `total`, are in the requested state. `until` is null unless all listed devices confirmed the current
     * rule.
     */
    | { kind: 'partly'; state: AccessState; until: Instant | null; devices: Array<string>; total: number }
    /** No device is in the requested state. All known states are `state`. */
    | { kind: 'unchanged'; state: AccessState }
    | { kind: 'mixed' };
  /** The requested state while no device has confirmed it, or none is available to the child. */
  requested: { state: AccessState; until: Instant | null } | null;
  /** Names of online devices (`waitingFor`) and offline ones (`offline`) that have not confirmed the request. */
  waitingFor: Array<string>;
  offline: Array<string>;
  /** Offline devices that apply the rules by their own clock, with the last state each one reported. */
  onOwnClock: Array<{ name: string; applied: DeviceStatus['applied'] }>;
  /** Devices whose last command failed. */
  failed: Array<string>;
  unmanaged: Array<string>;
  /** Devices with an unknown user where stricter rules of another child apply; `by` is that child's name. */
  governedByOther: Array<{ device: string; by: string | null }>;
  /** The state that sets the headline's color. */
  tone: AccessState | 'pending' | 'unmanaged';
};

export function toStatusSentence(status: ChildStatus, now: Instant): StatusSentence {
  const managed = status.devices.filter((device) => device.view !== 'unmanaged' && !followsOtherChild(device));
  const unmanaged = status.devices.filter(({ view }) => view === 'unmanaged').map(({ name }) => name);
  const unconfirmed = managed.filter((device) => !hasConfirmed(device));
  const onOwnClock = unconfirmed.filter((device) => isOnOwnClock(device, now));
  // A device whose command failed is not listed as waiting.
  const failed = unconfirmed.filter(hasFailed);
  const pending = unconfirmed.filter((device) => !onOwnClock.includes(device) && !failed.includes(device));
  const headline = toHeadline(status, managed, now);
  const showsRequested = ['used-by-others', 'governed-by-others', 'no-report', 'unchanged', 'mixed'].includes(headline.kind);
  return {
    headline,
    requested: showsRequested ? { state: status.state, until: untilRequested(status) } : null,
    waitingFor: pending.filter(({ lastSeenAt }) => !isOffline(lastSeenAt, now)).map(({ name }) => name),
    offline: pending.filter(({ lastSeenAt }) => isOffline(lastSeenAt, now)).map(({ name }) => name),
    onOwnClock: onOwnClock.map(({ name, applied }) => ({ name, applied })),
    failed: failed.map(({ name }) => name),
    unmanaged,
    governedByOther: status.devices.flatMap((device) => {
      const holder = findGoverningSibling(device);
      return holder === null ? [] : [{ device: device.name, by: holder.name }];
    }),
    tone:
      headline.kind === 'is' || headline.kind === 'partly' || headline.kind === 'unchanged'
        ? headline.state
        : ['mixed', 'no-report', 'used-by-others', 'governed-by-others', 'own-clock'].includes(headline.kind)
          ? 'pending'
          : 'unmanaged',
  };
}

/**
 * Returns the end of the requested state: its own end, or sooner if a rule ends it. A later rule with the same state does not extend it.
 * Null if it has no end.
 */
function untilRequested({ why, until }: ChildStatus): Instant | null {
  const own = why?.kind === 'override' || why?.kind === 'pause' ? why.until : null;
  return own === null || (until !== null && until < own) ? until : own;
}

function hasConfirmed({ applied, requested, view }: DeviceStatus): boolean {
  return applied?.state === requested && view !== 'pending';
}

function toHeadline(status: ChildStatus, managed: Array<DeviceStatus>, now: Instant): StatusSentence['headline'] {
  if (status.devices.length === 0) return { kind: 'no-device' };
  if (managed.length === 0) {
    if (status.devices.some((device) => findGoverningSibling(device) !== null)) return { kind: 'governed-by-others' };
    return { kind: status.devices.some(followsOtherChild) ? 'used-by-others' : 'unmanaged' };
  }
  const inState = managed.filter(({ applied }) => applied?.state === status.state);
  if (inState.length > 0) {
    const requested = { state: status.state, until: inState.every(hasConfirmed) ? status.until : null };
    if (inState.length === managed.length) return { kind: 'is', ...requested };
    return { kind: 'partly', ...requested, devices: inState.map(({ name }) => name), total: managed.length };
  }
  const onOwnClock = managed.filter((device) => isOnOwnClock(device, now));
  const reporting = managed.filter(({ applied }) => applied !== null);
  if (onOwnClock.length > 0 && onOwnClock.length === reporting.length) {
    const since = Math.max(...onOwnClock.map(({ lastSeenAt }) => lastSeenAt ?? 0));
    return { kind: 'own-clock', devices: managed.length, since, state: status.state, until: untilRequested(status) };
  }
  // The last report of a device on its own clock does not show its current state.
  const appliedStates = reporting.flatMap((device) =>
    device.applied === null || onOwnClock.includes(device) ? [] : [device.applied.state],
  );
  const [firstState] = appliedStates;
  if (firstState === undefined) return { kind: 'no-report', devices: managed.length };
  if (appliedStates.some((state) => state !== firstState)) return { kind: 'mixed' };
  return { kind: 'unchanged', state: firstState };
}
