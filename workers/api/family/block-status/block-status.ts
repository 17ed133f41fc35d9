import { Hono } from 'hono';
import { isOffline, resolveChildView, resolveDeviceView, toDeviceOs } from '#app/domain/device';
import { supportOf } from '#app/domain/feature-versions';
import { isRuleActive, type Rule } from '#app/domain/rule';
import { localDate } from '#app/domain/time';
import { resolveApplied, resolveUsageDisplay } from '#app/domain/usage';
import { type BlockStatusWire, type DeviceStatusWire, getBlockStatus, toWireReason } from '#app/wire/block-status';
import { outsideAccount } from '#app/wire/errors';
import { type RuleWire, toWireAllowance, toWireRule } from '#app/wire/rule';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { listDevicesOverLimit } from '../status/over-limit';
import { lastSeenOf } from '../status/presence';
import { findStricterSibling, type ResolvedChild, requestedStateOf, resolveChild, toDeviceFacts } from '../status/resolve';
import { findObstacle } from '../status/sampling';
import { listUsedOn } from '../status/used-seconds';
import { type ChildRow, listChildren, pauseOf } from '../store/child.queries';
import { type CommandRow, listLastPolicyCommands, toWireCommand } from '../store/command.queries';
import { currentDeviceId, listDevices, type StoredDevice } from '../store/device.queries';
import { listRulesByChild } from '../store/rule.queries';
import { isIdle, wakeForReader } from '../usage/report-interval';

/** A device with its last policy command. */
type Commanded = StoredDevice & { command: CommandRow | null };
type Flags = {
  dev_info?: boolean | undefined;
  rule_info?: boolean | undefined;
  usage?: boolean | undefined;
  rules_of?: string | undefined;
  details_of?: string | undefined;
};

/** Returns the requested state with its reason, and per device its reported state and last command (S34). */
export const blockStatus = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(getBlockStatus, (call, { query }) => {
    // Reads all rules and the last policy commands with one statement each, because open pages make this call often.
    const rules = listRulesByChild(call.sql);
    const commands = listLastPolicyCommands(call.sql);
    const resolve = (child: ChildRow) => resolveChild(call, child, call.now, rules.get(child.id) ?? []);
    const children = new Map(listChildren(call.sql).map((child) => [child.id, resolve(child)]));
    const devices = listDevices(call.sql).map((device) => ({ ...device, command: commands.get(device.id) ?? null }));
    if (query.usage === true) wakeForReader(call, devices);
    const wanted = query.user_id === undefined ? [...children.values()] : [children.get(query.user_id)];
    return wanted.map((child) => {
      if (child === undefined) throw outsideAccount();
      return statusOf(call, child, devices, children, query);
    });
  }),
);

function statusOf(
  call: CallContext,
  child: ResolvedChild,
  devices: Array<Commanded>,
  children: ReadonlyMap<string, ResolvedChild>,
  flags: Flags,
): BlockStatusWire {
  const { resolution } = child;
  const own = devices.filter((device) => device.childIds.includes(child.child.id));
  const statuses = own.map((device) => deviceStatus(call, device, child.child.id, children, flags.details_of === child.child.id));
  const isTold = flags.details_of === undefined || flags.details_of === child.child.id;
  const toWire = (one: Rule) => toWireRule(one, call.accountId, isRuleActive(one, child.child.time_zone, call.now));
  return {
    user_id: child.child.id,
    state: resolution.state,
    why: resolution.why === null ? null : toWireReason(resolution.why),
    beaten: resolution.overridden.map(toWireReason),
    until: resolution.until,
    next_change:
      resolution.nextChange === null
        ? null
        : { at: resolution.nextChange.at, state: resolution.nextChange.state, rule_id: resolution.nextChange.ruleId },
    viewState: resolveChildView(statuses.map((status) => status.viewState)),
    view_here: viewHere(statuses, child.child.id),
    ...(flags.rule_info === true && isTold ? { rule: ruleInForce(call, child, toWire) } : {}),
    ...(flags.rules_of === child.child.id ? { rules: storedRulesOf(call, child) } : {}),
    ...(flags.usage === true && isTold ? { usage: usageOf(call, child, statuses, own) } : {}),
    ...(flags.dev_info === true && isTold ? { devices: statuses } : {}),
    server_time: call.now,
  };
}

/** Returns the rules as the parent set them. Those that the plan does not cover are marked and not active (A167). */
function storedRulesOf(call: CallContext, { child, rules, storedRules }: ResolvedChild): Array<RuleWire> {
  const applied = new Set(rules);
  return storedRules.map((rule) => {
    const isOverLimit = !applied.has(rule);
    return toWireRule(rule, call.accountId, !isOverLimit && isRuleActive(rule, child.time_zone, call.now), isOverLimit);
  });
}

/**
 * Returns the deciding rule, or null if no rule or a pause decides. For the daily limit, returns the row that GET /rule computes (MAN-018).
 */
function ruleInForce(
  call: CallContext,
  { child, rules, resolution, limitSeconds }: ResolvedChild,
  toWire: (rule: Rule) => RuleWire,
): RuleWire | null {
  if (resolution.why?.kind === 'allowance') {
    const row = { childId: child.id, limitSeconds, createdAt: child.created_at, updatedAt: child.updated_at };
    return toWireAllowance(row, call.accountId, true);
  }
  const rule = rules.find(({ id }) => id === resolution.why?.ruleId);
  return rule === undefined ? null : toWire(rule);
}

/**
 * Returns the state that pages show. It is unmanaged only if every device is unmanaged. Devices under another child's rules are ignored if
 * the child has other devices.
 */
function viewHere(statuses: Array<ReturnType<typeof deviceStatus>>, childId: string): DeviceStatusWire['viewState'] {
  const managed = statuses.filter(({ viewState }) => viewState !== 'unmanaged');
  const here = managed.filter(({ active_user_id, held_by }) => held_by === null && (active_user_id === null || active_user_id === childId));
  return resolveChildView((here.length === 0 ? managed : here).map(({ viewState }) => viewState));
}

function deviceStatus(
  call: CallContext,
  device: Commanded,
  childId: string,
  children: ReadonlyMap<string, ResolvedChild>,
  isDetailed: boolean,
): DeviceStatusWire & { held_by: string | null } {
  const isOverLimit = listDevicesOverLimit(call).has(device.id);
  const requested = requestedStateOf(device, children, isOverLimit);
  const { command } = device;
  const { view, status, desired } = resolveDeviceView(toDeviceFacts(device, requested, command));
  const { applied, osVersion, appVersion, unsupported } = device.report;
  const facts = { os_version: osVersion, app_version: appVersion, unsupported, created: device.created_at };
  return {
    device_id: device.id,
    display_name: device.name,
    os: device.os === 'iOS' || device.os === 'android' ? device.os : 'other',
    viewState: view,
    status,
    vewStatus: findObstacle(call, device) === null ? 'active' : 'inactive',
    desired,
    requested,
    applied: applied === null ? null : { state: applied.state, schedule_ts: applied.scheduleAt, at: applied.at },
    schedule_ts: device.schedule_at,
    last_seen: lastSeenOf(call, device),
    battery_level: device.report.battery,
    active_user_id: activeChildOf(device),
    held_by: isOverLimit ? null : findStricterSibling(device, childId, children, requested),
    ...(isOverLimit ? { over_limit: true } : {}),
    command: command === null ? null : toWireCommand(command),
    ...(isDetailed ? { facts } : {}),
  };
}

/** Returns the child that a shared device reports as active, or null. */
function activeChildOf({ childIds, report: { activeChildId } }: StoredDevice): string | null {
  return activeChildId !== null && childIds.length > 1 && childIds.includes(activeChildId) ? activeChildId : null;
}

/** Returns the child's usage on its local date. Without an allowance the limit is the whole day. */
function usageOf(call: CallContext, resolved: ResolvedChild, statuses: Array<DeviceStatusWire>, devices: Array<StoredDevice>) {
  const { child, resolution, limitSeconds, usedSeconds } = resolved;
  const requested = pauseOf(child, call.now) === null ? 'play' : 'pause';
  const applied = resolveApplied(statuses.map((status) => ({ requested: status.requested, applied: status.applied?.state ?? null })));
  // `state` already shows blocks and used-up time. `displayState` covers only play and pause (3.6.1, A08).
  const why = resolution.why?.effect === 'grant' ? resolution.why : null;
  const inUse = devices.filter((device) => isInUse(call, device, child.id));
  const told = inUse.flatMap(({ report }) => report.toldAt ?? []);
  const display = resolveUsageDisplay({ why, remainingSeconds: null, requested, applied });
  return {
    time_limit: limitSeconds,
    time_remaining: Math.max(0, limitSeconds - usedSeconds),
    time_used: usedSeconds,
    requested_state: requested,
    applied_state: applied,
    // Listed even while a grant stops the count, because the child is still using the device.
    devices_in_use: inUse.map(({ id }) => id),
    as_of: told.length === 0 ? null : Math.min(...told),
    by_device: usedByDevice(call, child, devices),
    displayState: display === 'paused' ? 'paused' : 'playing',
  } satisfies BlockStatusWire['usage'];
}

/** Returns the seconds per device. Usage of a device that was replaced counts for its successor (D09). */
function usedByDevice(call: CallContext, child: ChildRow, devices: Array<StoredDevice>): Array<{ device_id: string; seconds: number }> {
  const used = listUsedOn(call.sql, child, localDate(call.now, child.time_zone)).filter(({ seconds }) => seconds > 0);
  const known = new Set(devices.map(({ id }) => id));
  const ofHeirs = Map.groupBy(used, ({ device_id }) => (known.has(device_id) ? device_id : currentDeviceId(call.sql, device_id)));
  return [...ofHeirs].map(([device_id, parts]) => ({ device_id, seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0) }));
}

/**
 * True if the child uses this device, so that its time counts unless a grant applies. False if the device is offline, unmanaged, blocked,
 * paused or used by another child. Also false if it is too old to count or reports itself not in use.
 */
function isInUse(call: CallContext, device: StoredDevice, childId: string): boolean {
  const { applied, activeChildId, managementRemovedAt, osVersion, appVersion } = device.report;
  const isInHand = activeChildId === null || activeChildId === childId;
  const canCount = supportOf('allowance', { os: toDeviceOs(device.os), osVersion, appVersion }).kind === 'ok';
  return (
    applied?.state === 'allowed' &&
    managementRemovedAt === null &&
    isInHand &&
    canCount &&
    !isIdle(call, device) &&
    !isOffline(lastSeenOf(call, device), call.now)
  );
}
