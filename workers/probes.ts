import type { WebEnv } from '../app/context.ts';
import { isReady } from '../app/server/ready.server.ts';

/**
 * What machines ask: /healthz, whether this Worker answers, and /readyz, whether the API and its storage can be reached. No page, no cookie,
 * nothing about anybody. Null for every other request.
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
