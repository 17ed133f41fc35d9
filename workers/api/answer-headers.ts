import { isDemonstration } from './bindings';
import type { ApiEnv } from './env';

/** As the web Worker asks for it (workers/front-door.ts). */
const HSTS = 'max-age=31536000; includeSubDomains';

/** What an answer has that says nothing else: browsers and proxies keep nothing, and a browser that opens it directly runs nothing. */
const UNLESS_SAID: ReadonlyArray<[string, string]> = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
  ['Referrer-Policy', 'no-referrer'],
];

/**
 * Gives an answer of the API its headers, refusals and faults included. What the answer says itself stays: facts about apps and the
 * description may be cached, a picture may be kept and asked about by its ETag. An upgrade is passed on as it is, with its socket.
 */
export function withHeaders(answer: Response, env: Pick<ApiEnv, 'APP_ENV' | 'API_URL'>): Response {
  if (answer.webSocket !== null) return answer;
  // What comes from a family cannot be written to.
  const response = new Response(answer.body, answer);
  const { headers } = response;
  for (const [name, value] of UNLESS_SAID) if (!headers.has(name)) headers.set(name, value);
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!isDemonstration(env) && env.API_URL.startsWith('https:')) headers.set('Strict-Transport-Security', HSTS);
  return response;
}
