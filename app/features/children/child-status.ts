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
  usedBy: { childId: ChildId; name: string | null } | null;
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
  /** Seconds of today by device, of those that have any. */
  byDevice: Array<{ deviceId: DeviceId; seconds: number }>;
  requested: 'play' | 'pause';
  applied: AppliedState;
};

/** Is the device in another child's hands? Then it proves nothing of this child. Where it is unmanaged, no child's rules hold. */
export function isElsewhere({ usedBy, view }: DeviceStatus): boolean {
  return usedBy !== null && view !== 'unmanaged';
}

/** True while a device has been asked for something that it has not answered. */
export function isWaiting(status: ChildStatus): boolean {
  return status.devices.some((device) => device.view === 'pending' && !isElsewhere(device));
}
