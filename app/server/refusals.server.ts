import type { AppLoadContext } from '@remix-run/cloudflare';
import { createLineLimit } from '../domain/line-limit.ts';

type What = 'sso' | 'request' | 'socket' | 'login' | 'signup' | 'reset' | 'email_change';
type Trying = Pick<AppLoadContext, 'network' | 'reference'>;

/**
 * Logs what this Worker refuses by itself, in the form of the API's lines (workers/api/refusals): only these fields, nothing that was typed.
 * What the API refuses is logged there, under the same reference. This Worker has no key to hash an address with, so its lines have none.
 */
export function logRefusal(what: What, reason: string, { network, reference: request }: Trying): void {
  write({ event: `${what}_refused`, reason, network, request });
}

const limit = createLineLimit<What>();

/** The same for tries that come while too many passwords wait, of which a flood brings thousands: a line a minute for each network, with their number. */
export function logBusyRefusal(what: What, { network }: Trying, now: number = Date.now()): void {
  for (const { kind, ...line } of limit(what, network, now)) write({ event: `${kind}_refused`, reason: 'busy', ...line });
}

function write(line: Record<string, unknown>): void {
  console.warn(JSON.stringify({ level: 'warn', at: new Date().toISOString(), ...line }));
}
