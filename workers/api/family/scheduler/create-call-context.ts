import { ulid } from 'ulid';
import { SOCKET_SILENCE_MS } from '#app/wire/realtime';
import type { FamilyBindings } from '#workers/api/bindings';
import type { Actor, CallContext, Change } from '../core/call-context';
import { putOutbox } from '../core/outbox.queries';
import type { Sealer } from '../core/secrets';
import type { OutgoingMessages, Sockets } from '../core/sockets';
import { removeDue, setDue, setDueBy } from '../store/due.queries';

/** Effects that a transaction leaves for the time after its commit. */
export type Effects = OutgoingMessages & { changes: Array<Change>; isAlarmStale: boolean };

/**
 * True if the earlier audit row covers the change. A report's changes to a child's notifications share one row, because a device may list
 * hundreds of apps.
 */
function isCoveredBy(earlier: Change, { kind, about }: Change): boolean {
  return kind === 'notification' && earlier.kind === kind && earlier.about.childId === about.childId;
}

/** Creates the context passed to a handler. Effects other than rows of the family are collected in `effects`. */
export function createCallContext(
  dependencies: { sql: SqlStorage; accountId: string; sealer: Sealer; env: FamilyBindings; sockets: Sockets },
  actor: Actor,
  now: number,
  effects: Effects,
): CallContext {
  const { sql, sockets } = dependencies;
  const lastActiveOnAnySocket = (deviceId: string): number | null => {
    const silence = sockets.silenceOf(deviceId);
    return silence === null ? null : now - silence;
  };
  const lastActiveOnSocket = (deviceId: string): number | null => {
    const at = lastActiveOnAnySocket(deviceId);
    return at === null || now - at >= SOCKET_SILENCE_MS ? null : at;
  };
  return {
    sql,
    now,
    actor,
    accountId: dependencies.accountId,
    sealer: dependencies.sealer,
    env: dependencies.env,
    newId: () => ulid(now).toLowerCase(),
    recordChange: (kind, id, about = {}) => {
      const change = { kind, id, about };
      if (actor.kind === 'device' && effects.changes.some((told) => isCoveredBy(told, change))) return;
      effects.changes.push(change);
    },
    hint: (type, about = {}) => {
      effects.hints.push({ type, about, seq: null });
    },
    pushFrame: (deviceId, frame) => {
      if (lastActiveOnSocket(deviceId) === null) return false;
      // Pushes an identical frame only once, because one call may wake the same device several times.
      const text = JSON.stringify(frame);
      if (!effects.frames.some((told) => told.deviceId === deviceId && JSON.stringify(told.frame) === text)) {
        effects.frames.push({ deviceId, frame });
      }
      return true;
    },
    lastActiveOnSocket,
    lastActiveOnAnySocket,
    isWatched: () => sockets.isWatched(now),
    noteUsageRead: () => sockets.noteUsageRead(now),
    closeSessionSockets: (sessionId) => {
      effects.endedSessions.push(sessionId);
    },
    setDue: (kind, id, at) => {
      setDue(sql, kind, id, at);
      effects.isAlarmStale = true;
    },
    setDueBy: (kind, id, at) => {
      // Setting the alarm is a write too, and most changes don't move the alarm.
      if (setDueBy(sql, kind, id, at)) effects.isAlarmStale = true;
    },
    cancelDue: (kind, id) => {
      if (removeDue(sql, kind, id)) effects.isAlarmStale = true;
    },
    rearm: () => {
      effects.isAlarmStale = true;
    },
    sendMail: (message) => {
      // An account whose address went to another family has no recipient (A125).
      if (message.to === '') return;
      const id = ulid(now).toLowerCase();
      putOutbox(sql, dependencies.sealer, id, message, now);
      setDue(sql, 'outbox', id, now);
      effects.isAlarmStale = true;
    },
  };
}
