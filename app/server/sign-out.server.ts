import type { AppLoadContext } from '@remix-run/cloudflare';
import { report } from './report.server';
import { dropSession, readSession } from './session.server';

/** Ends this browser's session: revokes it in its family and removes the cookie. Without a session, only removes the cookie. */
export async function endSession(request: Request, context: AppLoadContext): Promise<void> {
  const session = await readSession(request, context);
  // Sessions of another API are not stored in our families.
  if (session !== null && session.endpoint === undefined) {
    // The cookie is removed even if the API cannot be reached.
    try {
      await context.env.INTERNAL.revokeSession(session.accountId, session.sessionId);
    } catch (error) {
      report(error, request, context);
    }
  }
  dropSession(context);
}
