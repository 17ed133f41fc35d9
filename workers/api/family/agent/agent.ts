import { Hono } from 'hono';
import { commandKindSchema } from '../../../../app/wire/command';
import { ackCommands, type DeviceCommandWire, getPolicy, listCommands, sendReport } from '../../../../app/wire/device';
import { notYours } from '../../../../app/wire/errors';
import { answer, type FamilyApp } from '../answer';
import type { Call } from '../call';
import { type CommandRow, endCommand, findCommand, listOpenCommands, markSent } from '../commands/command.queries';
import {
  type DeviceReport,
  findDevice,
  listUsage,
  putApps,
  putLocations,
  putUsage,
  type StoredDevice,
  setReport,
} from '../devices/device.queries';
import { policyOf } from '../policy';

/** A poll alone is noted at most this often: rows written are what costs. */
const SEEN_STEP_MS = 60_000;
/** How far ahead of the server a device's own times are believed. */
const FUTURE_MS = 60_000;

/** What a device itself calls (spec/device.md). */
export const agent = new Hono<FamilyApp>()
  .get('/policy', async (c, next) => {
    const since = c.req.query('since');
    if (since === undefined || !/^\d{1,15}$/.test(since) || c.var.signed.actor !== 'device') return next();
    const { actorId } = c.var.signed.parts;
    const isKnown = c.env.family.act({ kind: 'device', id: actorId }, (call) => {
      c.env.family.requireActor(c.var.signed);
      const device = requireDevice(call);
      touch(call, device);
      return device.schedule_at <= Number(since);
    });
    return isKnown ? c.body(null, 304) : next();
  })
  .get(
    '/policy',
    answer(getPolicy, (call) => {
      const device = requireDevice(call);
      touch(call, device);
      return { schedule_ts: device.schedule_at, policy: policyOf(call, device), server_time: call.now };
    }),
  )
  .get(
    '/commands',
    answer(listCommands, (call, { query }) => {
      const device = requireDevice(call);
      touch(call, device);
      const after = Number(query.after ?? 0);
      const waiting = listOpenCommands(call.sql, device.id).filter(
        (command) => command.seq > after && (command.expires_at === null || command.expires_at > call.now),
      );
      for (const command of waiting) {
        if (command.state !== 'saved') continue;
        markSent(call.sql, command.id, call.now);
        call.changed('command', command.id);
      }
      return waiting.map(toWireDeviceCommand);
    }),
  )
  .post(
    '/ack',
    answer(ackCommands, (call, { body }) => {
      const device = requireDevice(call);
      const accepted: Array<string> = [];
      let { report } = device;
      for (const ack of body) {
        const command = findCommand(call.sql, ack.id);
        if (command === null || command.device_id !== device.id) continue;
        accepted.push(ack.id);
        report = withApplied(report, {
          state: ack.applied,
          scheduleAt: Math.min(ack.schedule_ts, device.schedule_at),
          at: timeOf(call, ack.at),
        });
        const covers = command.kind !== 'policy' || ack.schedule_ts >= command.schedule_at;
        if (ack.status === 'ok' && !covers) continue;
        const hasEnded = endCommand(call.sql, command.id, ack.status === 'ok' ? 'confirmed' : 'failed', call.now, ack.error ?? null);
        if (hasEnded) call.changed('command', command.id);
      }
      setReport(call.sql, device.id, device.report_seq, { ...report, seenAt: call.now });
      return { accepted };
    }),
  )
  .post(
    '/report',
    answer(sendReport, (call, { body }) => {
      const device = requireDevice(call);
      if (body.seq > device.report_seq) {
        const before = device.report;
        const management = body.events
          .filter((event) => event.type === 'management_removed' || event.type === 'management_restored')
          .at(-1);
        const location = body.events.filter((event) => event.type === 'location_on' || event.type === 'location_off').at(-1);
        const lastFix = body.locations?.at(-1);
        const applied = {
          state: body.applied.state,
          scheduleAt: Math.min(body.applied.schedule_ts, device.schedule_at),
          at: timeOf(call, body.at),
        };
        const after: DeviceReport = {
          // The number orders reports, not the device's clock, which a child may set back.
          ...(before.applied !== null && applied.scheduleAt < before.applied.scheduleAt ? before : { ...before, applied }),
          seenAt: call.now,
          lastActivityAt: body.last_activity === undefined ? before.lastActivityAt : timeOf(call, body.last_activity),
          battery: body.battery ?? null,
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
          locationActive: location === undefined ? before.locationActive : location.type === 'location_on',
          locationAt: lastFix === undefined ? before.locationAt : timeOf(call, lastFix.at),
        };
        setReport(call.sql, device.id, body.seq, after);
        confirmByReport(call, device, applied.scheduleAt);
        for (const usage of body.usage) {
          if (device.childIds.includes(usage.user_id)) {
            putUsage(call.sql, { deviceId: device.id, childId: usage.user_id, date: usage.date, seconds: usage.seconds });
          }
        }
        if (body.apps !== undefined) putApps(call.sql, device.id, body.apps, call.now);
        if (body.locations !== undefined && body.locations.length > 0) putLocations(call.sql, device.id, body.seq, body.locations);
        if (management !== undefined) call.changed('device', device.id);
      }
      return { seq: Math.max(body.seq, device.report_seq), policy_ts: device.schedule_at, usage: usageOfOthers(call, device, body.usage) };
    }),
  );

function requireDevice(call: Call): StoredDevice {
  const device = findDevice(call.sql, call.actor.id);
  if (device === null) throw notYours();
  return device;
}

/** A device's own time, unless it lies in the future: its clock is not the family's. */
function timeOf(call: Call, at: number): number {
  return at > call.now + FUTURE_MS ? call.now : at;
}

function touch(call: Call, device: StoredDevice): void {
  if (device.report.seenAt !== null && call.now - device.report.seenAt < SEEN_STEP_MS) return;
  setReport(call.sql, device.id, device.report_seq, { ...device.report, seenAt: call.now });
}

/** What the device says it has applied. An older policy, or an older word on the same one, changes nothing: answers may overtake each other. */
function withApplied(report: DeviceReport, applied: NonNullable<DeviceReport['applied']>): DeviceReport {
  const last = report.applied;
  const isOlder =
    last !== null && (applied.scheduleAt < last.scheduleAt || (applied.scheduleAt === last.scheduleAt && applied.at < last.at));
  return isOlder ? report : { ...report, applied };
}

/** A report that names a policy proves it as well as an ack does: so a lost ack heals itself. */
function confirmByReport(call: Call, device: StoredDevice, scheduleAt: number): void {
  for (const command of listOpenCommands(call.sql, device.id)) {
    const isProven = command.kind === 'device_info' || (command.kind === 'policy' && command.schedule_at <= scheduleAt);
    if (isProven && endCommand(call.sql, command.id, 'confirmed', call.now)) call.changed('command', command.id);
  }
}

function usageOfOthers(
  call: Call,
  device: StoredDevice,
  own: Array<{ user_id: string; date: string }>,
): Array<{ user_id: string; date: string; seconds: number }> {
  return own
    .filter((usage) => device.childIds.includes(usage.user_id))
    .map((usage) => {
      const others = listUsage(call.sql, usage.user_id, usage.date).filter((row) => row.device_id !== device.id);
      return { user_id: usage.user_id, date: usage.date, seconds: others.reduce((sum, row) => sum + row.seconds, 0) };
    });
}

function toWireDeviceCommand(row: CommandRow): DeviceCommandWire {
  return {
    seq: row.seq,
    id: row.id,
    kind: commandKindSchema.parse(row.kind),
    user_id: row.child_id,
    args: row.kind === 'policy' ? { schedule_ts: row.schedule_at } : {},
    expires_ts: row.expires_at,
  };
}
