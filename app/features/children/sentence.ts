import type { AccessState } from '~/domain/block-status';
import { isOffline } from '~/domain/device';
import type { Instant } from '~/domain/time';
import { type ChildStatus, type DeviceStatus, holderOf, isElsewhere } from './child-status';
import { hasFailed, isOnOwnClock } from './receipt';

/**
 * The state in a sentence. The headline says only what a device has confirmed; what is asked for and travelling, and who has not answered,
 * comes after it and apart (docs/reference/design.md, principle 2).
 */
export type StatusSentence = {
  headline:
    | { kind: 'no-device' }
    | { kind: 'unmanaged' }
    /** Other children use all that is managed. */
    | { kind: 'elsewhere' }
    /** The same, but of those in `held` nobody has said who uses them. */
    | { kind: 'held' }
    /** None of its devices, counted in `devices`, has said anything yet. */
    | { kind: 'silent'; devices: number }
    /**
     * All that have spoken keep the rules by their own clocks, and what they do now nobody has heard; `since` the last of them was seen.
     */
    | { kind: 'unheard'; devices: number; since: Instant; state: AccessState; until: Instant | null }
    /**
     * Every managed device in the child's hands is in the state that is asked for; `until` only where all confirmed the rule that asks for
     * it.
     */
    | { kind: 'is'; state: AccessState; until: Instant | null }
    /** Only these of them are, `total` in all; `until` as above, of these. */
    | { kind: 'partly'; state: AccessState; until: Instant | null; devices: Array<string>; total: number }
    /** The devices still do something else. */
    | { kind: 'still'; state: AccessState }
    | { kind: 'mixed' };
  /** What is asked for, while no device has confirmed it or none is in the child's hands. */
  asked: { state: AccessState; until: Instant | null } | null;
  /** Devices that have not confirmed it: those to be waited for, and those that are offline. */
  waitingFor: Array<string>;
  offline: Array<string>;
  /** Those that keep the rules by their own clocks, with their last word. */
  onOwnClock: Array<{ name: string; applied: DeviceStatus['applied'] }>;
  /** Those that have said they could not. */
  failed: Array<string>;
  unmanaged: Array<string>;
  /** Devices that have not said who uses them, where the stricter rules of another child, `by` its name, hold meanwhile. */
  held: Array<{ device: string; by: string | null }>;
  /** What the headline's colour is. */
  tone: AccessState | 'pending' | 'unmanaged';
};

/** Makes the sentence of a child's status. */
export function toStatusSentence(status: ChildStatus, now: Instant): StatusSentence {
  const managed = status.devices.filter((device) => device.view !== 'unmanaged' && !isElsewhere(device));
  const unmanaged = status.devices.filter(({ view }) => view === 'unmanaged').map(({ name }) => name);
  const behind = managed.filter((device) => !hasConfirmed(device));
  const onOwnClock = behind.filter((device) => isOnOwnClock(device, now));
  // A device that has said it could not is not waited for.
  const failed = behind.filter(hasFailed);
  const waited = behind.filter((device) => !onOwnClock.includes(device) && !failed.includes(device));
  const headline = toHeadline(status, managed, now);
  const isAsked = ['elsewhere', 'held', 'silent', 'still', 'mixed'].includes(headline.kind);
  return {
    headline,
    asked: isAsked ? { state: status.state, until: untilAsked(status) } : null,
    waitingFor: waited.filter(({ lastSeenAt }) => !isOffline(lastSeenAt, now)).map(({ name }) => name),
    offline: waited.filter(({ lastSeenAt }) => isOffline(lastSeenAt, now)).map(({ name }) => name),
    onOwnClock: onOwnClock.map(({ name, applied }) => ({ name, applied })),
    failed: failed.map(({ name }) => name),
    unmanaged,
    held: status.devices.flatMap((device) => {
      const holder = holderOf(device);
      return holder === null ? [] : [{ device: device.name, by: holder.name }];
    }),
    tone:
      headline.kind === 'is' || headline.kind === 'partly' || headline.kind === 'still'
        ? headline.state
        : ['mixed', 'silent', 'elsewhere', 'held', 'unheard'].includes(headline.kind)
          ? 'pending'
          : 'unmanaged',
  };
}

/** What was tapped ends when it was said to end, or when a rule ends it sooner; what comes after it in the same state was not asked for. */
function untilAsked({ why, until }: ChildStatus): Instant | null {
  const own = why?.kind === 'override' || why?.kind === 'pause' ? why.until : null;
  return own === null || (until !== null && until < own) ? until : own;
}

function hasConfirmed({ applied, requested, view }: DeviceStatus): boolean {
  return applied?.state === requested && view !== 'pending';
}

function toHeadline(status: ChildStatus, managed: Array<DeviceStatus>, now: Instant): StatusSentence['headline'] {
  if (status.devices.length === 0) return { kind: 'no-device' };
  if (managed.length === 0) {
    if (status.devices.some((device) => holderOf(device) !== null)) return { kind: 'held' };
    return { kind: status.devices.some(isElsewhere) ? 'elsewhere' : 'unmanaged' };
  }
  const inState = managed.filter(({ applied }) => applied?.state === status.state);
  if (inState.length > 0) {
    const said = { state: status.state, until: inState.every(hasConfirmed) ? status.until : null };
    if (inState.length === managed.length) return { kind: 'is', ...said };
    return { kind: 'partly', ...said, devices: inState.map(({ name }) => name), total: managed.length };
  }
  const unheard = managed.filter((device) => isOnOwnClock(device, now));
  const spoken = managed.filter(({ applied }) => applied !== null);
  if (unheard.length > 0 && unheard.length === spoken.length) {
    const since = Math.max(...unheard.map(({ lastSeenAt }) => lastSeenAt ?? 0));
    return { kind: 'unheard', devices: managed.length, since, state: status.state, until: untilAsked(status) };
  }
  // What they did when they were last seen is no word about now.
  const said = spoken.flatMap((device) => (device.applied === null || unheard.includes(device) ? [] : [device.applied.state]));
  const [first] = said;
  if (first === undefined) return { kind: 'silent', devices: managed.length };
  if (said.some((state) => state !== first)) return { kind: 'mixed' };
  return { kind: 'still', state: first };
}
