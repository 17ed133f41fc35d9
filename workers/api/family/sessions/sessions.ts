import { Hono } from 'hono';
import { deviceDescriptorSchema } from '#app/wire/account';
import { listSessions, revokeSessions, type SessionWire } from '#app/wire/identity';
import { endSession, endSessions } from '../core/end-sessions';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { findSession, listSessions as listSessionRows, type SessionRow } from '../core/session.queries';

/** Routes that list the account's sessions, and end one of them or all others. */
export const sessions = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listSessions, (call) => listSessionRows(call.sql, call.now).map((row) => toWireSession(row, call.actor.id))),
  )
  .delete(
    '/',
    handleEndpoint(revokeSessions, (call, { query: { session_id: id } }) => {
      if (id === 'others') return { objects_deleted: endSessions(call, call.actor.id) };
      if (findSession(call.sql, id, call.now) === null) return { objects_deleted: 0 };
      endSession(call, id);
      return { objects_deleted: 1 };
    }),
  );

function toWireSession(row: SessionRow, currentId: string): SessionWire {
  const { name, os } = deviceDescriptorSchema.parse(JSON.parse(row.device_json));
  return {
    session_id: row.id,
    name,
    os,
    place: row.place,
    created_ts: row.created_at,
    seen_ts: row.seen_at,
    is_current: row.id === currentId,
  };
}
