import type { AppLoadContext } from '@remix-run/cloudflare';

/** Lifetime of a user's preferences, in seconds (9.2.18). */
export const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** True if the application is served over https. Cookies are then Secure and use the `__Host-` prefix (A30). */
export function isSecure(context: AppLoadContext): boolean {
  return !context.env.PUBLIC_URL.startsWith('http:');
}

/** Returns `__Host-name`, or the bare name on plain http, where browsers reject the prefix (A30). */
export function hostCookieName(context: AppLoadContext, name: string): string {
  return isSecure(context) ? `__Host-${name}` : name;
}

/** Returns the cookie's value, or null if unset. A value set during this request takes precedence over the one that the browser sent. */
export function readCookie(request: Request, context: AppLoadContext, name: string): string | null {
  const start = `${name}=`;
  const pending = context.responseCookies.findLast((cookie) => cookie.startsWith(start));
  const pairs = pending === undefined ? (request.headers.get('Cookie') ?? '').split(';') : [pending.split(';')[0] ?? ''];
  const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(start));
  const value = pair?.slice(start.length) ?? '';
  return value === '' ? null : value;
}

/**
 * Sets a cookie on the response and replaces an earlier one of this request. `value` is sent unencoded; `maxAgeSeconds` 0 removes the
 * cookie. With `SameSite=None` the cookie also arrives with cross-site posts and is always Secure, as browsers require.
 */
export function setCookie(
  context: AppLoadContext,
  name: string,
  value: string,
  maxAgeSeconds: number,
  sameSite: 'Lax' | 'None' = 'Lax',
): void {
  const secure = isSecure(context) || sameSite === 'None' ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`;
  const before = context.responseCookies.findIndex((text) => text.startsWith(`${name}=`));
  if (before < 0) context.responseCookies.push(cookie);
  else context.responseCookies[before] = cookie;
}
