import type { AppLoadContext } from '@remix-run/cloudflare';
import { createLineLimit } from '../domain/line-limit.ts';

type What = 'sso' | 'request' | 'socket' | 'login' | 'signup' | 'reset' | 'email_change';
type Trying = Pick<AppLoadContext, 'network' | 'reference'>;

/**
 * Logs a refusal of this Worker in the format of the API (workers/api/refusals): only these fields, nothing that was typed. The API logs its own
 * refusals under the same reference. This Worker has no key to hash addresses, so its lines have none.
 */
export function logRefusal(what: What, reason: string, { network, reference: request }: Trying): void {
  write({ event: `${what}_refused`, reason, network, request });
}

const limit = createLineLimit<What>();

/** Logs attempts refused because too many derivations are waiting. Limits the lines per minute: see `createLineLimit`. */
export function logBusyRefusal(what: What, { network }: Trying, now: number = Date.now()): void {
  for (const { kind, ...line } of limit(what, network, now)) write({ event: `${kind}_refused`, reason: 'busy', ...line });
}

function write(line: Record<string, unknown>): void {
  console.warn(JSON.stringify({ level: 'warn', at: new Date().toISOString(), ...line }));
}
