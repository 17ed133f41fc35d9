import { nextAnnouncementAt } from '../../../../app/domain/announcement';
import { addDays, localDate, startOfDay } from '../../../../app/domain/time';
import type { Call } from '../core/call';
import { raiseAnnouncement, settleAnnouncements } from '../notifications/raise-notice';
import { type ResolvedChild, resolveChild } from '../status/resolve';
import { findChild, pauseOf, setPause } from '../store/child.queries';
import { listDevicesOfChild, type StoredDevice } from '../store/device.queries';
import { findDue } from '../store/due.queries';

const DAY_MS = 24 * 60 * 60_000;
/** A child for whom nothing is to come is looked at again after this: the resolution looks 8 days ahead (A119). */
const ASK_AGAIN_MS = 7 * DAY_MS;

/**
 * Sets the child's clock to the next instant at which something happens to it: its state changes, its pause ends, its day begins while
 * seconds are counted, a block is to be announced. Called wherever that may have moved; nothing is written where it has not. A clock that
 * should have rung already rings now: its alarm may have been lost. True when it was moved.
 */
export function armChild(call: Call, childId: string): boolean {
  const at = findDue(call.sql, 'boundary', childId);
  if (at !== null && at <= call.now) {
    ringChild(call, childId);
    return true;
  }
  const child = findChild(call.sql, childId);
  if (child === null) {
    call.notDue('boundary', childId);
    return false;
  }
  const resolved = resolveChild(call, child);
  settleAnnouncements(call, resolved);
  return setClock(call, resolved, at);
}

/**
 * What happens when a child's clock rings, however late. The row of the clock is all the memory that is needed: its instant says which
 * change was promised, and the state just before it against the state now says whether there was one. So an alarm that is late by days
 * tells of what is different and not of what has passed, and one that comes twice finds the clock set to later.
 */
export function ringChild(call: Call, childId: string): void {
  const at = findDue(call.sql, 'boundary', childId);
  if (at === null || at > call.now) return;
  const child = findChild(call.sql, childId);
  if (child === null) {
    call.notDue('boundary', childId);
    return;
  }
  const before = resolveChild(call, child, at - 1);
  const isPauseOver = child.requested_state === 'pause' && pauseOf(child, call.now) === null;
  if (isPauseOver) setPause(call.sql, child.id, null);
  const after = resolveChild(call, isPauseOver ? { ...child, requested_state: 'play', pause_until: null, paused_at: null } : child);
  const isChanged = before.resolution.state !== after.resolution.state;
  const isNewDay = after.question.allowance !== null && localDate(at - 1, child.time_zone) !== localDate(call.now, child.time_zone);
  if (isChanged || isPauseOver) call.changed('block_status', child.id, { childId: child.id });
  if (isNewDay || isPauseOver) call.hint('usage', { childId: child.id });
  if (isChanged || isPauseOver || isNewDay) wakeDevices(call, child.id);
  settleAnnouncements(call, after, at - 1);
  raiseAnnouncement(call, after);
  setClock(call, after, at);
}

/** Tells the child's devices to decide again and report: they know the rules, and the clock has moved on (docs/reference/device.md). */
export function wakeDevices(call: Call, childId: string, exceptId?: string): void {
  for (const device of listDevicesOfChild(call.sql, childId)) if (device.id !== exceptId) wakeDevice(call, device);
}

/** The same to one device. */
export function wakeDevice(call: Call, { id, schedule_at }: Pick<StoredDevice, 'id' | 'schedule_at'>): void {
  call.push(id, { v: 1, type: 'policy', schedule_ts: schedule_at, server_time: call.now });
}

function setClock(call: Call, resolved: ResolvedChild, before: number | null): boolean {
  const next = nextInstant(resolved, call.now);
  // Where nothing is to come, the time to look again is moved once a day, not at every word of a device.
  if (next === null && before !== null && before > call.now + ASK_AGAIN_MS - DAY_MS) return false;
  const at = next ?? call.now + ASK_AGAIN_MS;
  if (at === before) return false;
  call.due('boundary', resolved.child.id, at);
  return true;
}

function nextInstant({ child, question, resolution }: ResolvedChild, now: number): number | null {
  const zone = child.time_zone;
  const candidates = [
    resolution.nextChange?.at ?? null,
    // Also where a grant hides it: the child's own row says so.
    question.pause?.until ?? null,
    question.allowance === null ? null : startOfDay(addDays(localDate(now, zone), 1), zone),
    nextAnnouncementAt(question, now),
  ];
  const ahead = candidates.flatMap((at) => (at !== null && at > now ? [at] : []));
  return ahead.length === 0 ? null : Math.min(...ahead, now + ASK_AGAIN_MS);
}
