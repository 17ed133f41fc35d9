import type { AccessState, Reason } from '#app/domain/block-status';
import type { CommandAction, CommandState } from '#app/domain/command';
import type { DeviceOs, DeviceView } from '#app/domain/device';
import type { ChildId, CommandId, DeviceId, RuleId } from '#app/domain/ids';
import type { Effect } from '#app/domain/rule';
import type { Instant } from '#app/domain/time';
import type { AppliedState } from '#app/domain/usage';

/** The last command for a device, with the time of each state (A118). */
export type StateCommand = {
  id: CommandId;
  action: CommandAction | null;
  state: CommandState;
  savedAt: Instant;
  sentAt: Instant | null;
  confirmedAt: Instant | null;
  endedAt: Instant | null;
  error: string | null;
};

/** Another child of the same device. `name` is null if unknown. */
export type Sibling = { childId: ChildId; name: string | null };

/** State of a child's device. The requested state and the reported state are separate. */
export type DeviceStatus = {
  id: DeviceId;
  name: string;
  os: DeviceOs;
  view: DeviceView;
  requested: AccessState;
  /** The last state that the device reported; null before its first report. */
  applied: { state: AccessState; at: Instant } | null;
  lastSeenAt: Instant | null;
  batteryLevel: number | null;
  /** The other child using the device now, whose rules apply there. Null if this child uses it or the user is unknown. */
  usedBy: Sibling | null;
  /** The other child whose stricter rules apply while the user is unknown. Null if this child's rules apply. */
  governedBy: Sibling | null;
  command: StateCommand | null;
  /** True if `command` was sent for this child. On a shared device it can be for another child. */
  commandIsOwn: boolean;
  /** True if the plan doesn’t cover the device, so that no rules apply on it (A167). */
  isOverLimit?: boolean;
};

/** A child's state according to its rules, with reason and end, and what each device reported. */
export type ChildStatus = {
  childId: ChildId;
  state: AccessState;
  why: Reason | null;
  overridden: Array<Reason>;
  until: Instant | null;
  nextChange: { at: Instant; state: AccessState } | null;
  view: DeviceView;
  /** The active override: what a parent chose, and when. */
  override: { ruleId: RuleId; effect: Effect; since: Instant; until: Instant | null } | null;
  /** Today's screen time; null without a daily limit, or if the limit is a whole day. */
  usage: Usage | null;
  devices: Array<DeviceStatus>;
};

/** Screen time for today in the child's time zone (3.5.1, 4.1). */
export type Usage = {
  limitSeconds: number;
  usedSeconds: number;
  remainingSeconds: number;
  devicesInUse: Array<DeviceId>;
  /** The time up to which all of `devicesInUse` have reported usage; null if none is in use. */
  asOf: Instant | null;
  /** Seconds used today per device, only for devices with usage. */
  byDevice: Array<{ deviceId: DeviceId; seconds: number }>;
  requested: 'play' | 'pause';
  applied: AppliedState;
};

/**
 * True if another child's rules apply on the device. Its reports then do not concern this child. False for an unmanaged device, because no
 * rules apply on it.
 */
export function followsOtherChild({ usedBy, governedBy, view }: DeviceStatus): boolean {
  return (usedBy !== null || governedBy !== null) && view !== 'unmanaged';
}

/** Returns the other child whose rules apply because the device has not reported its user; null if there is none. */
export function findGoverningSibling({ governedBy, view }: DeviceStatus): Sibling | null {
  return view === 'unmanaged' ? null : governedBy;
}
