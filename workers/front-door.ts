import type { ContentSource } from '#app/context.ts';

/** Settings of the front door. It handles every request on Cloudflare, on a single machine and on the dev server (workers/README.md). */
export type Installation = {
  /** The public origin, such as `https://porchlight.example`. */
  publicUrl: string;
  /** Checks the Host header if true. The demonstration listens on loopback, and a foreign name may resolve to loopback (DNS rebinding). */
  demonstration: boolean;
};

/** Type of Content-Security-Policy. Hot reload also allows WebSockets and style elements without a nonce, because Vite needs them. */
export type CspMode = 'production' | 'hot-reload';

/**
 * Returns a 400 if an invalid Host makes the URL unreadable, or null. Browsers never send such a Host. Call this before anything parses the
 * URL, which would throw.
 */
export function refuseInvalidUrl(address: string): Response | null {
  if (URL.canParse(address)) return null;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return new Response('Bad request: the Host header contains no host.\n', { status: 400, headers });
}

/** In the demonstration, true if both the Host header and the URL use one of its host names. Elsewhere, always true. */
export function isOurHost(request: Request, { publicUrl, demonstration }: Installation): boolean {
  if (!demonstration) return true;
  const { port } = new URL(publicUrl);
  const ours = [`localhost:${port}`, `127.0.0.1:${port}`];
  return ours.includes(request.headers.get('Host') ?? '') && ours.includes(new URL(request.url).host);
}

/**
 * True for GET and HEAD, and if no page of another site can have made this request (A90). Sec-Fetch-Site, if sent, must be same-origin or
 * none, so a sibling host is refused. Origin, if sent, must be ours. Old browsers send neither, so their Referer must be ours. A request
 * without any of the three headers is refused.
 */
export function isOwnRequest(request: Request, ownOrigin: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  if (origin !== null) return origin === ownOrigin;
  if (site !== null) return true;
  const referer = request.headers.get('Referer');
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === ownOrigin;
}

/**
 * True for the only form that another site may post: Apple's return (A85). Does not check whether the settings enable it. The posted code
 * is useless without the state in this browser's cookie.
 */
export function isApplePost(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === '/apple-sso-redirect';
}

/** True if one of our pages opens the socket. Browsers send Origin with every upgrade, including those from other sites. */
export function isOwnSocket(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return request.headers.get('Origin') === ownOrigin && (site === null || site === 'same-origin');
}

/** Returns the origin of our own requests. The demonstration has two host names, so its origin is taken from the request. */
export function ownOrigin(request: Request, { publicUrl, demonstration }: Installation): string {
  return new URL(demonstration ? request.url : publicUrl).origin;
}

/** Returns 128 random bits for the Content-Security-Policy of one response. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * Returns the response with security and caching headers, the collected `cookies` and the headers in `more`. The response keeps its own
 * Content-Security-Policy, Referrer-Policy and Cross-Origin-Opener-Policy, and its own Cache-Control if it sets no cookie.
 */
export function addHeaders(
  answer: Response,
  {
    nonce,
    publicUrl,
    cookies,
    more = new Headers(),
    cspMode,
    contentSources = [],
  }: {
    nonce: string;
    publicUrl: string;
    cookies: ReadonlyArray<string>;
    more?: Headers;
    cspMode: CspMode;
    contentSources?: ReadonlyArray<ContentSource>;
  },
): Response {
  const response = new Response(answer.body, answer);
  const { headers } = response;
  for (const [name, value] of more) headers.set(name, value);
  setUnlessThere(headers, 'Content-Security-Policy', contentSecurityPolicy(nonce, cspMode, contentSources));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()');
  setUnlessThere(headers, 'Referrer-Policy', 'same-origin');
  // The Google popup must reach its opener. Google's return page sets `unsafe-none` itself (A127).
  setUnlessThere(headers, 'Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  if (publicUrl.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (headers.has('Set-Cookie')) headers.set('Cache-Control', 'private, no-store');
  setUnlessThere(headers, 'Cache-Control', 'private, no-store');
  if (!headers.get('Cache-Control')?.includes('immutable')) headers.append('Vary', 'Cookie, Accept-Language');
  return response;
}

/**
 * Returns the Cache-Control header of a static file. Files with a hashed name never change. Other files are kept for an hour. The service
 * worker is always revalidated.
 */
export function staticCaching(pathname: string): string {
  if (pathname === '/sw.js') return 'no-cache';
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/** True for the path of a file. Files have an extension and pages do not. `.data` is Remix's suffix for page data. */
export function isFilePath(pathname: string): boolean {
  return pathname.startsWith('/assets/') || (/\.[a-z0-9]+$/i.test(pathname) && !pathname.endsWith('.data'));
}

function contentSecurityPolicy(nonce: string, cspMode: CspMode, more: ReadonlyArray<ContentSource>): string {
  const hot = cspMode === 'hot-reload';
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Browsers ignore 'unsafe-inline' if there is a nonce, so hot reload uses no nonce here.
    hot ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    hot ? "connect-src 'self' ws:" : "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ];
  return addSources(policy, more).join('; ');
}

/** Adds sources to the directives that they name. A directive that the policy does not have allows our own besides. */
function addSources(policy: ReadonlyArray<string>, more: ReadonlyArray<ContentSource>): Array<string> {
  const sources = new Map<string, Array<string>>();
  for (const { directive, source } of more) sources.set(directive, [...new Set([...(sources.get(directive) ?? []), source])]);
  const extended = policy.map((line) => [line, ...(sources.get(line.split(' ')[0] ?? '') ?? [])].join(' '));
  const added = [...sources].filter(([directive]) => !policy.some((line) => line.startsWith(`${directive} `)));
  return [...extended, ...added.map(([directive, list]) => `${directive} 'self' ${list.join(' ')}`)];
}

function setUnlessThere(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
