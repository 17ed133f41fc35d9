import type { Child } from '#app/domain/child';
import type { CommandState } from '#app/domain/command';
import type { Device, DeviceView } from '#app/domain/device';
import type { ChildId } from '#app/domain/ids';
import type { Rule } from '#app/domain/rule';
import type { Instant } from '#app/domain/time';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { type BlockStatusWire, type DeviceStatusWire, fromWireReason, getBlockStatus } from '#app/wire/block-status';
import type { CommandWire } from '#app/wire/command';
import { fromWireRule, type RuleWire } from '#app/wire/rule';
import type { ChildStatus, DeviceStatus, Sibling, StateCommand, Usage } from './child-status';

/** The account's children, to look up the name of another user of a device. */
type Names = ReadonlyArray<Pick<Child, 'id' | 'name'>>;

const WHOLE_DAY_SECONDS = 86_400;

const OF_ALL = { dev_info: true, rule_info: true, usage: true };

/** The API read that `listChildStatuses` makes. */
export const STATUSES_READ: Read = toRead(getBlockStatus, OF_ALL);

/** Returns the status of every child of the account (S34). */
export async function listChildStatuses(api: Api, children: Names = []): Promise<Array<ChildStatus>> {
  const wire = await api.call(getBlockStatus, { query: OF_ALL, body: undefined });
  return wire.map((one) => fromWireStatus(one, children));
}

/** The policy that a device reported as applied, and the policy of its last command. The timestamp `policyAt` identifies a policy. */
export type PolicyDelivery = {
  isManaged: boolean;
  applied: { policyAt: Instant; at: Instant } | null;
  command: { policyAt: Instant; state: CommandState; endedAt: Instant | null } | null;
};

/** A device with the facts that decide its features, and the restrictions it reported as unsupported (D10). */
export type ChildDevice = Pick<Device, 'id' | 'name' | 'os' | 'osVersion' | 'appVersion' | 'pairedAt'> & {
  unsupported: Array<string>;
  policy: PolicyDelivery;
};

/** The status of one child with its rules and devices, and the views of all children, from one response. */
export type FoundStatus = {
  views: ReadonlyMap<ChildId, DeviceView>;
  status: ChildStatus;
  rules: Array<Rule>;
  /** The rules as the parent set them. In `rules`, schedules that the plan does not cover are off (A167). */
  storedRules: Array<Rule>;
  devices: Array<ChildDevice>;
};

function ofOne(childId: ChildId) {
  return { ...OF_ALL, rules_of: childId, details_of: childId };
}

/** The API read that `findChildStatus` makes. */
export function toStatusRead(childId: ChildId): Read {
  return toRead(getBlockStatus, ofOne(childId));
}

/** Returns the status of a child with one API call, or null if the child is not in the account. */
export async function findChildStatus(api: Api, childId: ChildId, children: Names = []): Promise<FoundStatus | null> {
  const wire = await api.call(getBlockStatus, { query: ofOne(childId), body: undefined });
  const own = wire.find((one) => one.user_id === childId);
  if (own === undefined) return null;
  const rules = own.rules ?? [];
  return {
    views: new Map(wire.map((one) => [one.user_id, viewOf(one)])),
    status: fromWireStatus(own, children),
    rules: toRules(rules.map((rule) => (rule.over_limit === true ? { ...rule, suspended: true } : rule))),
    storedRules: toRules(rules),
    devices: (own.devices ?? []).map(fromWireFacts),
  };
}

function toRules(rules: ReadonlyArray<RuleWire>): Array<Rule> {
  return rules.map(fromWireRule).filter((rule): rule is Rule => rule !== null);
}

/** Returns the view of a child. Prefers `view_here`, which omits unmanaged devices and devices under another child's rules. */
function viewOf(wire: BlockStatusWire): DeviceView {
  return wire.view_here ?? wire.viewState;
}

/** Converts the facts of a device. A missing version becomes '', which is treated as outdated (A25). */
function fromWireFacts({ device_id, display_name, os, facts, viewState, applied, command }: DeviceStatusWire): ChildDevice {
  return {
    id: device_id,
    name: display_name,
    os,
    osVersion: facts?.os_version ?? '',
    appVersion: facts?.app_version ?? '',
    pairedAt: facts?.created ?? 0,
    unsupported: facts?.unsupported ?? [],
    policy: {
      isManaged: viewState !== 'unmanaged',
      applied: applied && { policyAt: applied.schedule_ts, at: applied.at },
      command: command && { policyAt: command.schedule_ts, state: command.state, endedAt: command.ended_ts },
    },
  };
}

export function fromWireStatus(wire: BlockStatusWire, children: Names = []): ChildStatus {
  const devices = (wire.devices ?? []).map((device) => fromWireDeviceStatus(device, wire.user_id, children));
  const rule = wire.rule ? fromWireRule(wire.rule) : null;
  return {
    childId: wire.user_id,
    state: wire.state,
    why: wire.why === null ? null : fromWireReason(wire.why),
    overridden: wire.beaten.map(fromWireReason),
    until: wire.until,
    nextChange: wire.next_change === null ? null : { at: wire.next_change.at, state: wire.next_change.state },
    view: viewOf(wire),
    override: rule?.kind === 'override' ? { ruleId: rule.id, effect: rule.effect, since: rule.from, until: rule.until } : null,
    usage: wire.usage === undefined ? null : fromWireUsage(wire.usage),
    devices,
  };
}

/** Converts usage. Returns null for a limit of a whole day, which the API also sends when no daily limit is set. */
function fromWireUsage(wire: NonNullable<BlockStatusWire['usage']>): Usage | null {
  if (wire.time_limit >= WHOLE_DAY_SECONDS) return null;
  return {
    limitSeconds: wire.time_limit,
    usedSeconds: wire.time_used,
    remainingSeconds: wire.time_remaining,
    devicesInUse: wire.devices_in_use,
    asOf: wire.as_of ?? null,
    byDevice: (wire.by_device ?? []).map(({ device_id, seconds }) => ({ deviceId: device_id, seconds })),
    requested: wire.requested_state,
    applied: wire.applied_state,
  };
}

function fromWireDeviceStatus(wire: DeviceStatusWire, childId: ChildId, children: Names): DeviceStatus {
  const toSibling = (id: ChildId | null | undefined): Sibling | null =>
    id == null || id === childId ? null : { childId: id, name: children.find((child) => child.id === id)?.name ?? null };
  return {
    id: wire.device_id,
    name: wire.display_name,
    os: wire.os,
    view: wire.viewState,
    requested: wire.requested,
    applied: wire.applied === null ? null : { state: wire.applied.state, at: wire.applied.at },
    lastSeenAt: wire.last_seen,
    batteryLevel: wire.battery_level,
    usedBy: toSibling(wire.active_user_id),
    governedBy: toSibling(wire.held_by),
    command: wire.command === null ? null : fromWireCommand(wire.command),
    commandIsOwn: wire.command?.user_id === childId,
    ...(wire.over_limit === true && { isOverLimit: true }),
  };
}

function fromWireCommand(wire: CommandWire): StateCommand {
  return {
    id: wire.id,
    action: wire.action,
    state: wire.state,
    savedAt: wire.saved_ts,
    sentAt: wire.sent_ts,
    confirmedAt: wire.confirmed_ts,
    endedAt: wire.ended_ts,
    error: wire.error,
  };
}
