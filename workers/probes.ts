import type { WebEnv } from '#app/context.ts';
import { isReady } from '#app/server/ready.server.ts';

/**
 * Returns the response to a health probe, or null for all other requests. /healthz confirms that this Worker runs. /readyz reports whether
 * the API and its storage respond. The responses are JSON without cookies or personal data.
 */
export async function answerProbe(request: Request, env: WebEnv): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const { pathname } = new URL(request.url);
  if (pathname === '/healthz') return say(200, 'ok');
  if (pathname === '/readyz') return (await isReady(env)) ? say(200, 'ready') : say(503, 'unavailable');
  return null;
}

function say(status: number, word: string): Response {
  const headers = { 'Cache-Control': 'no-store', ...(status === 503 ? { 'Retry-After': '5' } : {}) };
  return Response.json({ status: word }, { status, headers });
}
