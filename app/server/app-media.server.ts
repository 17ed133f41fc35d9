import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { createRateLimiter } from './rate-limit.server';
import { readSession } from './session.server';

/** A page asks for one file per app that it shows, browsers keep them for a day, and a household is one network. */
const hasRoom = createRateLimiter({ perNetwork: 1_200, perWide: 12_000, perMinute: 60_000 });

type Wish = { bundleId?: string; language?: string; name?: string };

/**
 * A picture or video of an app, from our own storage: whose host it comes from is never told who looks at it. For whoever has a session; it is
 * the same for all of them, so no family is asked. Without a session the login, which no later login leads back from.
 */
export async function showAppMedia(
  request: Request,
  context: AppLoadContext,
  { bundleId = '', language = '', name = '' }: Wish,
  now: number = Date.now(),
): Promise<Response> {
  if ((await readSession(request, context, now)) === null) throw redirect('/login');
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  const { headers } = request;
  const wish = { bundleId, language, name, tags: headers.get('If-None-Match'), range: headers.get('Range') };
  return context.env.INTERNAL.appMedia(wish);
}
