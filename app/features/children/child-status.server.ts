import type { Child } from '~/domain/child';
import { resolveChildView } from '~/domain/device';
import type { ChildId } from '~/domain/ids';
import type { Rule } from '~/domain/rule';
import type { Api } from '~/server/api.server';
import { type BlockStatusWire, type DeviceStatusWire, fromWireReason, getBlockStatus } from '~/wire/block-status';
import type { CommandWire } from '~/wire/command';
import { fromWireRule } from '~/wire/rule';
import { type ChildStatus, type DeviceStatus, isElsewhere, type StateCommand, type Usage } from './child-status';

/** The account's children, by whose names it is said who else uses a device. */
type Names = ReadonlyArray<Pick<Child, 'id' | 'name'>>;

const WHOLE_DAY_SECONDS = 86_400;

/** The proof of every child of the account (S34). */
export async function listChildStatuses(api: Api, children: Names = []): Promise<Array<ChildStatus>> {
  const wire = await api.call(getBlockStatus, { query: { dev_info: true, rule_info: true, usage: true }, body: undefined });
  return wire.map((one) => fromWireStatus(one, children));
}

/** The same with the rules of one child, all of one instant and in one call. Null where the child is none of the account's. */
export async function findChildStatus(
  api: Api,
  childId: ChildId,
  children: Names = [],
): Promise<{ statuses: Array<ChildStatus>; status: ChildStatus; rules: Array<Rule> } | null> {
  const query = { dev_info: true, rule_info: true, usage: true, rules_of: childId };
  const wire = await api.call(getBlockStatus, { query, body: undefined });
  const statuses = wire.map((one) => fromWireStatus(one, children));
  const status = statuses.find((one) => one.childId === childId);
  if (status === undefined) return null;
  const rules = wire.flatMap((one) => one.rules ?? []).map(fromWireRule);
  return { statuses, status, rules: rules.filter((rule): rule is Rule => rule !== null) };
}

/** Wire → domain. */
export function fromWireStatus(wire: BlockStatusWire, children: Names = []): ChildStatus {
  const devices = (wire.devices ?? []).map((device) => fromWireDeviceStatus(device, wire.user_id, children));
  const here = devices.filter((device) => !isElsewhere(device));
  const rule = wire.rule ? fromWireRule(wire.rule) : null;
  return {
    childId: wire.user_id,
    state: wire.state,
    why: wire.why === null ? null : fromWireReason(wire.why),
    beaten: wire.beaten.map(fromWireReason),
    until: wire.until,
    nextChange: wire.next_change === null ? null : { at: wire.next_change.at, state: wire.next_change.state },
    // What another child's device does is no word about this child.
    view: here.length === 0 ? wire.viewState : resolveChildView(here.map(({ view }) => view)),
    override: rule?.kind === 'override' ? { ruleId: rule.id, effect: rule.effect, since: rule.from, until: rule.until } : null,
    usage: wire.usage === undefined ? null : fromWireUsage(wire.usage),
    devices,
  };
}

/** Without an allowance the wire's limit is the whole day, and a limit of the whole day limits nothing. */
function fromWireUsage(wire: NonNullable<BlockStatusWire['usage']>): Usage | null {
  if (wire.time_limit >= WHOLE_DAY_SECONDS) return null;
  return {
    limitSeconds: wire.time_limit,
    usedSeconds: wire.time_used,
    remainingSeconds: wire.time_remaining,
    devicesInUse: wire.devices_in_use,
    byDevice: (wire.by_device ?? []).map(({ device_id, seconds }) => ({ deviceId: device_id, seconds })),
    requested: wire.requested_state,
    applied: wire.applied_state,
  };
}

function fromWireDeviceStatus(wire: DeviceStatusWire, childId: ChildId, children: Names): DeviceStatus {
  const activeId = wire.active_user_id;
  return {
    id: wire.device_id,
    name: wire.display_name,
    os: wire.os,
    view: wire.viewState,
    requested: wire.requested,
    applied: wire.applied === null ? null : { state: wire.applied.state, at: wire.applied.at },
    lastSeenAt: wire.last_seen,
    batteryLevel: wire.battery_level,
    usedBy:
      activeId === null || activeId === childId
        ? null
        : { childId: activeId, name: children.find(({ id }) => id === activeId)?.name ?? null },
    command: wire.command === null ? null : fromWireCommand(wire.command),
    commandIsOwn: wire.command?.user_id === childId,
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
