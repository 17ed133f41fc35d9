import type * as z from 'zod';
import { FUTURE_TOLERANCE_MS } from '#app/domain/position';
import type { sendReport } from '#app/wire/device';
import { storeAppList } from '../apps/store-app-list';
import type { CallContext } from '../core/call-context';
import { storeSilenceEvents } from '../locations/silence-events';
import { readPositions, storePositions, type TakenPositions } from '../locations/take-positions';
import { followsPlan, RULES_NOT_FOLLOWED } from '../status/compliance';
import { endImpossibleRequests } from '../status/sample-requests';
import { aboutCommand, endCommand, listOpenCommands } from '../store/command.queries';
import type { DeviceReport, StoredDevice } from '../store/device.queries';
import { keepReport } from '../store/used.queries';
import { appUsageElsewhere, countAppUsage, tellAppUsage } from '../usage/app-usage';
import { reportIntervalOf, wakeSiblingDevices } from '../usage/report-interval';
import { afterReport, countUsage, usageElsewhere } from '../usage/usage';
import { requireDevice, timeOf } from './device-of';

type Report = z.infer<typeof sendReport.body>;
type ReportAnswer = z.infer<typeof sendReport.output>;
type Applied = NonNullable<DeviceReport['applied']>;

/**
 * Records a report, from HTTP or the socket, and returns the response. Ignores a report with a repeated or older number
 * (docs/reference/device.md).
 */
export function takeReport(call: CallContext, body: Report): ReportAnswer {
  const device = requireDevice(call);
  let pace = device.report.usePaceMs;
  if (body.seq > device.report_seq) {
    const before = device.report;
    const management = body.events.filter((event) => event.type === 'management_removed' || event.type === 'management_restored').at(-1);
    const location = body.events.filter((event) => event.type === 'location_on' || event.type === 'location_off').at(-1);
    const applied = {
      state: body.applied.state,
      scheduleAt: Math.min(body.applied.schedule_ts, device.schedule_at),
      at: timeOf(call, body.at),
    };
    const used = countUsage(call, device, body);
    const usedApps = countAppUsage(call, device, body.app_usage ?? [], body.applied.schedule_ts);
    const grown = { usage: used.flatMap((one) => one.grown), apps: usedApps.flatMap((one) => one.grown) };
    // A device that doesn't send `last_activity` counts as used when its usage totals grow.
    const isUsed = body.last_activity === undefined && grown.usage.length + grown.apps.length > 0;
    const deviceReport: DeviceReport = {
      // Reports are ordered by number, not by the device's clock, which a child may set back.
      ...(before.applied !== null && applied.scheduleAt < before.applied.scheduleAt ? before : { ...before, applied }),
      seenAt: call.now,
      toldAt: call.now,
      lastActivityAt: isUsed ? call.now : body.last_activity === undefined ? before.lastActivityAt : timeOf(call, body.last_activity),
      ...batteryOf(before, body, timeOf(call, body.at)),
      osVersion: body.versions.os_version,
      appVersion: body.versions.app_version,
      components: body.components,
      errorCount: body.error_count,
      activeChildId: body.active_user_id !== undefined && device.childIds.includes(body.active_user_id) ? body.active_user_id : null,
      managementRemovedAt:
        management === undefined
          ? before.managementRemovedAt
          : management.type === 'management_removed'
            ? timeOf(call, management.at)
            : null,
      unsupported: body.unsupported ?? before.unsupported,
      isInUse: body.in_use ?? null,
      locationActive: location === undefined ? before.locationActive : location.type === 'location_on',
      locationAt: before.locationAt,
    };
    const taken = readPositions(call, device, deviceReport, body);
    const after: DeviceReport = {
      ...deviceReport,
      usePaceMs: reportIntervalOf(call, { ...device, report: deviceReport }),
      locationAt: taken?.location.last?.at ?? before.locationAt,
    };
    pace = after.usePaceMs;
    confirmByReport(call, { ...device, report: after }, applied, body.apps !== undefined, taken);
    keepReport(call.sql, device.id, body.seq, after, grown, taken === null ? null : JSON.stringify(taken.location));
    afterReport(call, device, before, after, used);
    if (body.apps !== undefined) storeAppList(call, { ...device, report: after }, body.apps);
    tellAppUsage(call, device, usedApps);
    wakeSiblingDevices(call, { ...device, report: after });
    if (hasNewAbility(before, after)) endImpossibleRequests(call, [{ ...device, report: after }]);
    storeSilenceEvents(call, device.id, body);
    if (taken !== null) storePositions(call, { ...device, report: after }, body.seq, taken);
    if (management === undefined) call.hint('device', { deviceId: device.id });
    else call.recordChange('device', device.id, { deviceId: device.id });
  }
  return {
    seq: Math.max(body.seq, device.report_seq),
    policy_ts: device.schedule_at,
    usage: usageElsewhere(call, device, body),
    app_usage: appUsageElsewhere(call, device, body.applied.schedule_ts),
    usage_every: pace / 1000,
  };
}

/** True if the device may have become able or unable to make screenshots. */
function hasNewAbility(before: DeviceReport, after: DeviceReport): boolean {
  const factsOf = ({ managementRemovedAt, components, osVersion, appVersion }: DeviceReport) =>
    JSON.stringify([managementRemovedAt, components.account_key, osVersion, appVersion]);
  return factsOf(before) !== factsOf(after);
}

/** Returns the reported battery level and its time. A report without a level keeps the last known ones; null removes both (A148). */
function batteryOf(before: DeviceReport, { battery }: Report, at: number): Pick<DeviceReport, 'battery' | 'batteryAt'> {
  if (battery === undefined) return { battery: before.battery, batteryAt: before.batteryAt };
  return { battery, batteryAt: battery === null ? null : at };
}

/**
 * Closes open commands by a report, so that a lost ack does no harm. A report that follows a command's policy, or includes the requested
 * data, confirms the command. A report that names the policy but does not follow it fails the command.
 */
function confirmByReport(call: CallContext, device: StoredDevice, applied: Applied, hasApps: boolean, taken: TakenPositions | null): void {
  for (const command of listOpenCommands(call.sql, device.id)) {
    const isPolicy = command.kind === 'policy' && command.schedule_at <= applied.scheduleAt;
    const isRequested =
      command.kind === 'device_info' ||
      (command.kind === 'app_list' && hasApps) ||
      (command.kind === 'location_burst' && taken !== null && hasRequestedPosition(taken, command.saved_at));
    if (!isPolicy && !isRequested) continue;
    const isProven = !isPolicy || followsPlan(call, device.id, [usersOf(device)], applied, command);
    const hasEnded = endCommand(call.sql, command, isProven ? 'confirmed' : 'failed', call.now, isProven ? null : RULES_NOT_FOLLOWED);
    if (!hasEnded) continue;
    call.recordChange('command', command.id, aboutCommand(command));
    if (command.expires_at !== null) call.cancelDue('command', command.id);
    // An answered command is not sent again, so its retry alarm is not needed.
    call.rearm();
  }
}

/**
 * True if a position answers a request of this time (S53). A position of a burst may be up to `FUTURE_TOLERANCE_MS` older, because the
 * device's clock may be behind.
 */
function hasRequestedPosition({ usable }: TakenPositions, savedAt: number): boolean {
  return usable.some(({ at, reason }) => at >= savedAt - (reason === 'burst' ? FUTURE_TOLERANCE_MS : 0));
}

/** Returns the children whose rules apply: the active child, or else all of the device's children. */
function usersOf({ childIds, report: { activeChildId } }: StoredDevice): Array<string> {
  return activeChildId === null ? childIds : [activeChildId];
}
