import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropFlow } from '~/server/flow.server';
import { report } from '~/server/report.server';
import { dropSession, readSession } from '~/server/session.server';

/** A chosen logout: the session is revoked in the family, and session and flow leave the browser (A79, A30). Without a session nothing happens. */
export async function logOut(request: Request, context: AppLoadContext): Promise<void> {
  const session = await readSession(request, context);
  if (session !== null) {
    // The browser forgets its session even when the API cannot be told.
    await context.env.INTERNAL.revokeSession(session.accountId, session.sessionId).catch((error: unknown) => {
      report(error, { reference: context.reference, method: request.method, url: request.url });
    });
  }
  dropSession(context);
  dropFlow(context);
}
