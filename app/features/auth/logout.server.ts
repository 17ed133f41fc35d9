import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropFlow } from '#app/server/flow.server';
import { endSession } from '#app/server/sign-out.server';

/**
 * Logs out by choice: revokes the session in the family and removes session and flow from the browser (A79, A30). Does nothing without a
 * session.
 */
export async function logOut(request: Request, context: AppLoadContext): Promise<void> {
  await endSession(request, context);
  dropFlow(context);
}
