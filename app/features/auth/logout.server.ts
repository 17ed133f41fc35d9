import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropFlow } from '~/server/flow.server';
import { report } from '~/server/report.server';
import { dropSession, readSession } from '~/server/session.server';

/** A chosen logout: the session is revoked in the family, and session and flow leave the browser (A79, A30). Without a session nothing happens. */
export async function logOut(request: Request, context: AppLoadContext): Promise<void> {
  const session = await readSession(request, context);
  // Another API's session is not in our families, and INTERNAL speaks to ours only.
  if (session !== null && session.endpoint === undefined) {
    // The browser forgets its session even when the API cannot be told.
    await context.env.INTERNAL.revokeSession(session.accountId, session.sessionId).catch((error: unknown) => {
      report(error, request, context);
    });
  }
  dropSession(context);
  dropFlow(context);
}
