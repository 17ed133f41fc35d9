import type { AppLoadContext } from '@remix-run/cloudflare';
import { dropFlow } from '~/server/flow.server';
import { endSession } from '~/server/sign-out.server';

/** A chosen logout: the session is revoked in the family, and session and flow leave the browser (A79, A30). Without a session nothing happens. */
export async function logOut(request: Request, context: AppLoadContext): Promise<void> {
  await endSession(request, context);
  dropFlow(context);
}
