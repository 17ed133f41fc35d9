import type { LoadContext } from '#app/context.ts';
import { logRefusal } from '#app/server/refusals.server.ts';
import { isOurHost, isOwnSocket, ownOrigin } from './front-door.ts';
import { createContext, type FrontDoorEnv } from './handle-request.ts';

/** Path at which our pages open their socket. */
export const REALTIME_PATH = '/realtime';

/** Returns the API's socket URL for the session cookie. Implemented in app/server and reached through the server build. */
export type FindRealtimeAddress = (request: Request, context: LoadContext) => Promise<URL | 'signed-out' | 'unavailable'>;

/**
 * Returns the API's URL for a browser's upgrade, or a refusal. Only our own pages may open sockets. Browsers send the cookie with upgrades
 * from every site, so Origin is checked although this is a GET (A42).
 */
export async function admitRealtime(request: Request, env: FrontDoorEnv, findAddress: FindRealtimeAddress): Promise<URL | Response> {
  const installation = { publicUrl: env.PUBLIC_URL, demonstration: env.APP_ENV === 'demonstration' };
  if (!isOurHost(request, installation)) return new Response(null, { status: 421 });
  const context = createContext(request, env);
  if (!isOwnSocket(request, ownOrigin(request, installation))) {
    logRefusal('socket', 'origin', context);
    return new Response(null, { status: 403 });
  }
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
    return new Response(null, { status: 426, headers: { Upgrade: 'websocket' } });
  const address = await findAddress(request, context);
  if (address === 'signed-out') return new Response(null, { status: 401 });
  if (address === 'unavailable') return new Response(null, { status: 503, headers: { 'Retry-After': '5' } });
  return address;
}

/** Passes a browser's upgrade to its family. The response carries the socket and must be returned unchanged. */
export async function openRealtime(request: Request, env: FrontDoorEnv, findAddress: FindRealtimeAddress): Promise<Response> {
  const admitted = await admitRealtime(request, env, findAddress);
  if (admitted instanceof Response) return admitted;
  return env.API.fetch(new Request(admitted, { headers: { Upgrade: 'websocket' } }));
}
