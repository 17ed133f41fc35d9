import { ulid } from 'ulid';
import { SOCKET_SILENCE_MS } from '#app/wire/realtime';
import type { FamilyBindings } from '#workers/api/bindings';
import type { Actor, Call, Change } from '../core/call';
import { putOutbox } from '../core/outbox.queries';
import type { Sealer } from '../core/secrets';
import type { News, Sockets } from '../core/sockets';
import { removeDue, setDue, setDueBy } from '../store/due.queries';

/** What one transaction leaves to do after its commit. */
export type Aftermath = News & { changes: Array<Change>; isAlarmStale: boolean };

/**
 * True if the change needs no audit row of its own. A report's changes to a child's notifications count as one, because a device may list
 * hundreds of apps.
 */
function isToldBy(told: Change, { kind, about }: Change): boolean {
  return kind === 'notification' && told.kind === kind && told.about.childId === about.childId;
}

/** Creates the call passed to a handler. Effects beyond its rows are collected in `aftermath`. */
export function createCall(
  given: { sql: SqlStorage; accountId: string; sealer: Sealer; env: FamilyBindings; sockets: Sockets },
  actor: Actor,
  now: number,
  aftermath: Aftermath,
): Call {
  const { sql, sockets } = given;
  const seenBySocket = (deviceId: string): number | null => {
    const silence = sockets.silenceOf(deviceId);
    return silence === null ? null : now - silence;
  };
  const heardBySocket = (deviceId: string): number | null => {
    const at = seenBySocket(deviceId);
    return at === null || now - at >= SOCKET_SILENCE_MS ? null : at;
  };
  return {
    sql,
    now,
    actor,
    accountId: given.accountId,
    sealer: given.sealer,
    env: given.env,
    newId: () => ulid(now).toLowerCase(),
    changed: (kind, id, about = {}) => {
      const change = { kind, id, about };
      if (actor.kind === 'device' && aftermath.changes.some((told) => isToldBy(told, change))) return;
      aftermath.changes.push(change);
    },
    hint: (type, about = {}) => {
      aftermath.hints.push({ type, about, seq: null });
    },
    push: (deviceId, frame) => {
      if (heardBySocket(deviceId) === null) return false;
      // Several reads of one call may wake the same device.
      const text = JSON.stringify(frame);
      if (!aftermath.frames.some((told) => told.deviceId === deviceId && JSON.stringify(told.frame) === text)) {
        aftermath.frames.push({ deviceId, frame });
      }
      return true;
    },
    heardBySocket,
    seenBySocket,
    isWatched: () => sockets.isWatched(now),
    looked: () => sockets.noteLook(now),
    signedOut: (sessionId) => {
      aftermath.endedSessions.push(sessionId);
    },
    due: (kind, id, at) => {
      setDue(sql, kind, id, at);
      aftermath.isAlarmStale = true;
    },
    dueBy: (kind, id, at) => {
      // Setting the alarm is a write too, and most changes don't move it.
      if (setDueBy(sql, kind, id, at)) aftermath.isAlarmStale = true;
    },
    notDue: (kind, id) => {
      if (removeDue(sql, kind, id)) aftermath.isAlarmStale = true;
    },
    rearm: () => {
      aftermath.isAlarmStale = true;
    },
    send: (message) => {
      // An account whose address went to another family has no recipient (A125).
      if (message.to === '') return;
      const id = ulid(now).toLowerCase();
      putOutbox(sql, given.sealer, id, message, now);
      setDue(sql, 'outbox', id, now);
      aftermath.isAlarmStale = true;
    },
  };
}
