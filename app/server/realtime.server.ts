import type { AppLoadContext } from '@remix-run/cloudflare';
import { getAccessToken, REALTIME_PATH, REALTIME_TOKEN_TYPE } from '#app/wire/realtime';
import { signedApi, Unavailable } from './api.server';
import { ownEndpoint } from './endpoint-choice.server';
import { readSession } from './session.server';

/**
 * Returns the address of this browser's socket. It contains a token that this server requested, so that no page needs the session's secret
 * (A42). Returns `signed-out` without a valid session. Returns `unavailable` if the API does not respond or is not ours; pages then poll
 * (A32).
 */
export async function findRealtimeAddress(request: Request, context: AppLoadContext): Promise<URL | 'signed-out' | 'unavailable'> {
  const session = await readSession(request, context);
  if (session === null) return 'signed-out';
  if (session.endpoint !== undefined) return 'unavailable';
  const query = { device_id: session.sessionId, token_type: REALTIME_TOKEN_TYPE, user_id: session.userId } as const;
  try {
    const { access_token } = await signedApi(request, context, session).call(getAccessToken, { query, body: undefined });
    const address = new URL(ownEndpoint(context) + REALTIME_PATH);
    address.searchParams.set('access_token', access_token);
    const after = new URL(request.url).searchParams.get('after');
    if (after !== null) address.searchParams.set('after', after);
    return address;
  } catch (error) {
    // The signed API throws a redirect to the login, which a socket cannot follow.
    if (error instanceof Response) return 'signed-out';
    if (error instanceof Unavailable) return 'unavailable';
    throw error;
  }
}
