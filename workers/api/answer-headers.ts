import { isDemonstration } from './bindings';
import type { ApiEnv } from './env';

/** Same value as in the web Worker (workers/front-door.ts). */
const HSTS = 'max-age=31536000; includeSubDomains';

/** Defaults for headers that a response does not set: nothing is cached, and a response opened directly in a browser runs nothing. */
const UNLESS_SAID: ReadonlyArray<[string, string]> = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
  ['Referrer-Policy', 'no-referrer'],
];

/**
 * Returns the API response with its security headers, even for refusals and faults. Keeps headers that are already set: app info and the
 * OpenAPI document may be cached, images revalidated by ETag. Returns WebSocket upgrades unchanged.
 */
export function withHeaders(answer: Response, env: Pick<ApiEnv, 'APP_ENV' | 'API_URL'>): Response {
  if (answer.webSocket !== null) return answer;
  // Copies the response, because the headers of a family’s response are immutable.
  const response = new Response(answer.body, answer);
  const { headers } = response;
  for (const [name, value] of UNLESS_SAID) if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!isDemonstration(env) && env.API_URL.startsWith('https:')) headers.set('Strict-Transport-Security', HSTS);
  return response;
}
