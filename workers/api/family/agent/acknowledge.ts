import type { AckBody } from '#app/wire/device';
import type { CallContext } from '../core/call-context';
import { followsPlan, RULES_NOT_FOLLOWED } from '../status/compliance';
import { dropUnfinished } from '../status/sample-requests';
import { aboutCommand, endCommand, listCommandsOf } from '../store/command.queries';
import { type DeviceReport, setReport } from '../store/device.queries';
import { requireDevice, timeOf } from './device-of';

/**
 * Records the acks of a device, from HTTP or its socket, and returns the accepted command ids. Late and repeated acks are harmless
 * (docs/reference/device.md).
 */
export function acknowledge(call: CallContext, acks: AckBody): { accepted: Array<string> } {
  const device = requireDevice(call);
  const accepted: Array<string> = [];
  let { report } = device;
  const ids = new Set(acks.map(({ id }) => id));
  const commands = new Map(listCommandsOf(call.sql, device.id, ids).map((command) => [command.id, command]));
  for (const ack of acks) {
    const command = commands.get(ack.id);
    if (command === undefined) continue;
    accepted.push(ack.id);
    const applied = { state: ack.applied, scheduleAt: Math.min(ack.schedule_ts, device.schedule_at), at: timeOf(call, ack.at) };
    report = withApplied(report, applied);
    const covers = command.kind !== 'policy' || ack.schedule_ts >= command.schedule_at;
    if (ack.status === 'ok' && !covers) continue;
    // The device has begun. Only its first position or its uploaded sample confirms the request (S53, S57).
    if (ack.status === 'ok' && (command.kind === 'location_burst' || command.kind === 'on_demand')) continue;
    const error = ack.status === 'error' ? (ack.error ?? null) : null;
    // An ack does not name the active child, so it may follow the rules of any child of the device.
    const users = device.childIds.map((id) => [id]);
    const isNotFollowed = ack.status === 'ok' && command.kind === 'policy' && !followsPlan(call, device.id, users, applied, command);
    const isDone = ack.status === 'ok' && !isNotFollowed;
    const hasEnded = endCommand(call.sql, command, isDone ? 'confirmed' : 'failed', call.now, isNotFollowed ? RULES_NOT_FOLLOWED : error);
    if (!hasEnded) continue;
    dropUnfinished(call, command);
    call.recordChange('command', command.id, aboutCommand(command));
    // An answered command can no longer expire.
    if (command.expires_at !== null) call.cancelDue('command', command.id);
  }
  setReport(call.sql, device.id, device.report_seq, { ...report, seenAt: call.now });
  // An answered command is not sent again, so its retry alarm is not needed.
  call.rearm();
  return { accepted };
}

/** Returns the report with the applied state, unless it has a newer one. Acks may arrive out of order. */
function withApplied(report: DeviceReport, applied: NonNullable<DeviceReport['applied']>): DeviceReport {
  const last = report.applied;
  const isOlder =
    last !== null && (applied.scheduleAt < last.scheduleAt || (applied.scheduleAt === last.scheduleAt && applied.at < last.at));
  return isOlder ? report : { ...report, applied };
}
