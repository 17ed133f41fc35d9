import type { AccessState, Reason } from '~/domain/block-status';
import type { CommandAction, CommandState } from '~/domain/command';
import type { DeviceOs, DeviceView } from '~/domain/device';
import type { ChildId, CommandId, DeviceId, RuleId } from '~/domain/ids';
import type { Effect } from '~/domain/rule';
import type { Instant } from '~/domain/time';
import type { AppliedState } from '~/domain/usage';

/** The last change asked of a device, with the time of each step of its life (A118). */
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

/** Another child of a device, by its name where that is known. */
export type Sibling = { childId: ChildId; name: string | null };

/** What is asked of a device and what it said itself, apart. */
export type DeviceStatus = {
  id: DeviceId;
  name: string;
  os: DeviceOs;
  view: DeviceView;
  requested: AccessState;
  /** The device's own last word; null before its first. */
  applied: { state: AccessState; at: Instant } | null;
  lastSeenAt: Instant | null;
  batteryLevel: number | null;
  /** The other child that uses it now, whose rules hold there instead. Null while this child does, or nobody knows who. */
  usedBy: Sibling | null;
  /** While nobody knows who uses it: another child, whose stricter rules hold there. Null where this child's do. */
  heldBy: Sibling | null;
  command: StateCommand | null;
  /** Was `command` asked for this child? On a device of several it may have been for another. */
  commandIsOwn: boolean;
};

/** A child's state as the rules ask for it, why, until when, and what each device said. */
export type ChildStatus = {
  childId: ChildId;
  state: AccessState;
  why: Reason | null;
  beaten: Array<Reason>;
  until: Instant | null;
  nextChange: { at: Instant; state: AccessState } | null;
  view: DeviceView;
  /** The override in force: what a parent tapped, and when. */
  override: { ruleId: RuleId; effect: Effect; since: Instant; until: Instant | null } | null;
  /** Today's screen time; null while no limit is set, or one as long as the day. */
  usage: Usage | null;
  devices: Array<DeviceStatus>;
};

/** Screen time of the child's local today (3.5.1, 4.1). */
export type Usage = {
  limitSeconds: number;
  usedSeconds: number;
  remainingSeconds: number;
  devicesInUse: Array<DeviceId>;
  /** Up to when all of these have told what they count; null where none is in use. */
  asOf: Instant | null;
  /** Seconds of today by device, of those that have any. */
  byDevice: Array<{ deviceId: DeviceId; seconds: number }>;
  requested: 'play' | 'pause';
  applied: AppliedState;
};

/** Do another child's rules hold on the device? Then it proves nothing of this child. Where it is unmanaged, no child's rules hold. */
export function isElsewhere({ usedBy, heldBy, view }: DeviceStatus): boolean {
  return (usedBy !== null || heldBy !== null) && view !== 'unmanaged';
}

/** The other child whose rules hold on the device because it has not said who uses it; null where there is none. */
export function holderOf({ heldBy, view }: DeviceStatus): Sibling | null {
  return view === 'unmanaged' ? null : heldBy;
}
