import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropFlow } from '#app/server/flow.server';
import { endSession } from '#app/server/sign-out.server';

/**
 * Logs the parent out (A79, A30). Revokes the session in the family and removes the session and flow cookies. Without a session, only
 * removes the cookies.
 */
export async function logOut(request: Request, context: AppLoadContext): Promise<void> {
  await endSession(request, context);
  dropFlow(context);
}
