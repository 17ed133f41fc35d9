import { deviceDescriptorSchema } from '#app/wire/account';
import type { CallContext } from '../core/call-context';
import { listSessions } from '../core/session.queries';

/** A session as shown to the operator. Instants are epoch ms. `place` is null if Cloudflare did not know it. */
export type OperatorSession = { name: string; os: string; place: string | null; createdAt: number; seenAt: number };

/** Returns the valid sessions without secrets, most recently used first. */
export function listForOperator(call: CallContext): Array<OperatorSession> {
  return listSessions(call.sql, call.now).map((row) => {
    const { name, os } = deviceDescriptorSchema.parse(JSON.parse(row.device_json));
    return { name, os, place: row.place, createdAt: row.created_at, seenAt: row.seen_at };
  });
}
