import { deviceDescriptorSchema } from '../../../../app/wire/account';
import type { Call } from '../core/call';
import { listSessions } from '../core/session.queries';

/** A session as the operator sees it. Instants are epoch ms; `place` is null where the edge did not know it. */
export type OperatorSession = { name: string; os: string; place: string | null; createdAt: number; seenAt: number };

/** The sessions that may still act, the newest use first, without anything that opens one. */
export function listForOperator(call: Call): Array<OperatorSession> {
  return listSessions(call.sql, call.now).map((row) => {
    const { name, os } = deviceDescriptorSchema.parse(JSON.parse(row.device_json));
    return { name, os, place: row.place, createdAt: row.created_at, seenAt: row.seen_at };
  });
}
