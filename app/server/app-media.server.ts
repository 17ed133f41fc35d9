import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { createRateLimiter } from './rate-limit.server';
import { readSession } from './session.server';

/** Allows for one file per app on a page, and for a household that shares one network. Browsers cache the files for a day. */
const hasRoom = createRateLimiter({ perNetwork: 1_200, perWide: 12_000, perMinute: 60_000 });

type MediaParams = { bundleId?: string; language?: string; name?: string };

/**
 * Serves an app's image or video from our own storage, so that its original host does not learn who views it. Requires a session but no
 * family data, because the file is the same for all families. Without a session, redirects to the login and does not remember this URL.
 * Responds 429 above the network's rate limit.
 */
export async function serveAppMedia(
  request: Request,
  context: AppLoadContext,
  { bundleId = '', language = '', name = '' }: MediaParams,
  now: number = Date.now(),
): Promise<Response> {
  if ((await readSession(request, context, now)) === null) throw redirect('/login');
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  const { headers } = request;
  const query = { bundleId, language, name, tags: headers.get('If-None-Match'), range: headers.get('Range') };
  return context.env.INTERNAL.appMedia(query);
}
