import { nextAnnouncementAt } from '#app/domain/announcement';
import { addDays, localDate, startOfDay } from '#app/domain/time';
import type { CallContext } from '../core/call-context';
import { raiseAnnouncement, updateAnnouncements } from '../notifications/notify';
import { type ResolvedChild, resolveChild } from '../status/resolve';
import { findChild, pauseOf, setPause } from '../store/child.queries';
import { listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { findDue } from '../store/due.queries';

const DAY_MS = 24 * 60 * 60_000;
/** Time after which a child without upcoming changes is checked again. The resolution looks 8 days ahead (A119). */
const ASK_AGAIN_MS = 7 * DAY_MS;

/**
 * Sets the child's clock to its next event: a change of state, the end of a pause, midnight with an allowance, or an announcement. Call it
 * wherever the next event may have changed. Handles an overdue event immediately, because its alarm may have been lost. Returns true if the
 * clock was moved.
 */
export function armChild(call: CallContext, childId: string): boolean {
  const at = findDue(call.sql, 'boundary', childId);
  if (at !== null && at <= call.now) {
    ringChild(call, childId);
    return true;
  }
  const child = findChild(call.sql, childId);
  if (child === null) {
    call.cancelDue('boundary', childId);
    return false;
  }
  const resolved = resolveChild(call, child);
  updateAnnouncements(call, resolved);
  return setClock(call, resolved, at);
}

/**
 * Handles the child's due event, however late. Compares the state just before the stored instant with the current one. A late alarm
 * therefore reports only what differs now. A second alarm finds the clock already moved.
 */
export function ringChild(call: CallContext, childId: string): void {
  const at = findDue(call.sql, 'boundary', childId);
  if (at === null || at > call.now) return;
  const child = findChild(call.sql, childId);
  if (child === null) {
    call.cancelDue('boundary', childId);
    return;
  }
  const before = resolveChild(call, child, at - 1);
  const isPauseOver = child.requested_state === 'pause' && pauseOf(child, call.now) === null;
  if (isPauseOver) setPause(call.sql, child.id, null);
  const after = resolveChild(call, isPauseOver ? { ...child, requested_state: 'play', pause_until: null, paused_at: null } : child);
  const isChanged = before.resolution.state !== after.resolution.state;
  const isNewDay = after.statusInput.allowance !== null && localDate(at - 1, child.time_zone) !== localDate(call.now, child.time_zone);
  if (isChanged || isPauseOver) call.recordChange('block_status', child.id, { childId: child.id });
  if (isNewDay || isPauseOver) call.hint('usage', { childId: child.id });
  if (isChanged || isPauseOver || isNewDay) wakeDevices(call, child.id);
  updateAnnouncements(call, after, at - 1);
  raiseAnnouncement(call, after);
  setClock(call, after, at);
}

/** Sends a frame to the child's devices, so that they reevaluate their rules now and report (docs/reference/device.md). */
export function wakeDevices(call: CallContext, childId: string, exceptId?: string): void {
  for (const device of listDevicesOfChild(call.sql, childId)) if (device.id !== exceptId) wakeDevice(call, device);
}

/** Like `wakeDevices`, for one device. */
export function wakeDevice(call: CallContext, { id, schedule_at }: Pick<StoredDevice, 'id' | 'schedule_at'>): void {
  call.pushFrame(id, { v: 1, type: 'policy', schedule_ts: schedule_at, server_time: call.now });
}

function setClock(call: CallContext, resolved: ResolvedChild, before: number | null): boolean {
  const next = nextInstant(resolved, call.now);
  // Without upcoming changes, move the check once a day instead of with every report.
  if (next === null && before !== null && before > call.now + ASK_AGAIN_MS - DAY_MS) return false;
  const at = next ?? call.now + ASK_AGAIN_MS;
  if (at === before) return false;
  call.setDue('boundary', resolved.child.id, at);
  return true;
}

function nextInstant({ child, statusInput, resolution }: ResolvedChild, now: number): number | null {
  const zone = child.time_zone;
  const candidates = [
    resolution.nextChange?.at ?? null,
    // Needed even while a grant overrides the pause, because the child's row stores the pause.
    statusInput.pause?.until ?? null,
    statusInput.allowance === null ? null : startOfDay(addDays(localDate(now, zone), 1), zone),
    nextAnnouncementAt(statusInput, now),
  ];
  const ahead = candidates.flatMap((at) => (at !== null && at > now ? [at] : []));
  return ahead.length === 0 ? null : Math.min(...ahead, now + ASK_AGAIN_MS);
}
