import type { AppLoadContext } from '@remix-run/cloudflare';
import { REQUEST_CODES } from '#app/wire/errors';
import { Unavailable } from './api.server';
import { readKnown } from './known-browser.server';

/** Attempts that are rate-limited. `move` requests a change of email address (S06). */
export type AttemptKind = 'login' | 'signup' | 'reset' | 'move';

/** Releases a reserved attempt that was not used. If the counters do not respond, the attempt stays counted. */
export async function releaseAttempt(request: Request, context: AppLoadContext, kind: AttemptKind, email: string): Promise<void> {
  const known = await readKnown(request, context);
  try {
    await context.env.INTERNAL.releaseAttempt(kind, { email, ip: context.ip, known });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'counters did not respond', cause: String(error) }));
  }
}

/**
 * Reserves an attempt before any expensive computation (S01). Returns false if the limit is reached.
 * @throws Unavailable if the counters do not respond
 */
export async function reserveAttempt(request: Request, context: AppLoadContext, kind: AttemptKind, email: string): Promise<boolean> {
  const known = await readKnown(request, context);
  try {
    return await context.env.INTERNAL.reserveAttempt(kind, { email, ip: context.ip, known, reference: context.reference });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', message: 'counters did not respond', cause: String(error) }));
    throw new Unavailable({ method: 'RESERVE', path: kind }, REQUEST_CODES.network);
  }
}
