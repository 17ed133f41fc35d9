import type { AppLoadContext } from '@remix-run/cloudflare';
import { report } from './report.server';
import { dropSession, readSession } from './session.server';

/** Ends this browser's session, in its family and here. Without one nothing happens. */
export async function endSession(request: Request, context: AppLoadContext): Promise<void> {
  const session = await readSession(request, context);
  // Another API's session is not in our families, and INTERNAL speaks to ours only.
  if (session !== null && session.endpoint === undefined) {
    // The browser forgets its session even when the API cannot be told.
    try {
      await context.env.INTERNAL.revokeSession(session.accountId, session.sessionId);
    } catch (error) {
      report(error, request, context);
    }
  }
  dropSession(context);
}
