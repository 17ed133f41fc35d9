/** What stands before every page, on Cloudflare, on one machine and on the dev server alike (workers/README.md). */
export type Installation = {
  /** The origin that people see, such as `https://porchlight.example`. */
  publicUrl: string;
  /** Only the demonstration checks Host: it listens on loopback, where a foreign name may be made to point (DNS rebinding). */
  demonstration: boolean;
};

/** Dev needs two things more than production: Vite's socket, and the style elements that Vite writes without a nonce. */
export type Strictness = 'production' | 'hot-reload';

/**
 * The answer to a request whose address cannot be read, because its Host is none: no browser sends one. Null for every other. Asked before
 * anything reads the address, which would throw.
 */
export function refuseUnreadable(address: string): Response | null {
  if (URL.canParse(address)) return null;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return new Response('Bad request: the Host header contains no host.\n', { status: 400, headers });
}

/** True when the request came to a name of ours. Host is compared as it was sent, and so is the URL that was made of it. */
export function isOurHost(request: Request, { publicUrl, demonstration }: Installation): boolean {
  if (!demonstration) return true;
  const { port } = new URL(publicUrl);
  const ours = [`localhost:${port}`, `127.0.0.1:${port}`];
  return ours.includes(request.headers.get('Host') ?? '') && ours.includes(new URL(request.url).host);
}

/**
 * True when a request cannot have been made by another site's page (A90). Whatever a browser says must agree: Sec-Fetch-Site, where it
 * is sent, is same-origin or none (a sibling host is not us); Origin, where it is sent, is ours. A browser old enough to send neither
 * sends a Referer of ours. What sends none of the three is no browser with a form of ours, and is refused.
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
 * True for the one form that another site may post: Apple's answer, let in where an installation wants it that way (A85). It brings only a
 * code, which is worth nothing without the state in this browser's cookie.
 */
export function isForeignReturn(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === '/apple-sso-redirect';
}

/** True when an upgrade comes from a page of ours: a browser tells the page's origin with every one, and a page of another site could ask too. */
export function isOwnSocket(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  return request.headers.get('Origin') === ownOrigin && (site === null || site === 'same-origin');
}

/** The origin that a request of ours carries: the demonstration answers under two names, production under its own. */
export function ownOrigin(request: Request, { publicUrl, demonstration }: Installation): string {
  return new URL(demonstration ? request.url : publicUrl).origin;
}

/** 128 random bits for one answer's Content-Security-Policy. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** Gives an answer its headers: security, caching, and the cookies and headers (`more`) gathered on the way. The answer keeps what it set on purpose. */
export function secure(
  answer: Response,
  {
    nonce,
    publicUrl,
    cookies,
    more = new Headers(),
    strictness,
  }: { nonce: string; publicUrl: string; cookies: ReadonlyArray<string>; more?: Headers; strictness: Strictness },
): Response {
  const response = new Response(answer.body, answer);
  const { headers } = response;
  for (const [name, value] of more) headers.set(name, value);
  setUnlessThere(headers, 'Content-Security-Policy', contentSecurityPolicy(nonce, strictness));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()');
  setUnlessThere(headers, 'Referrer-Policy', 'same-origin');
  // The Google popup must reach its opener; the pages it returns to open it wholly (A127).
  setUnlessThere(headers, 'Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  if (publicUrl.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (headers.has('Set-Cookie')) headers.set('Cache-Control', 'private, no-store');
  setUnlessThere(headers, 'Cache-Control', 'private, no-store');
  if (!headers.get('Cache-Control')?.includes('immutable')) headers.append('Vary', 'Cookie, Accept-Language');
  return response;
}

/** Hashed files never change under their name; the other files may be asked for again after an hour, the service worker each time. */
export function staticCaching(pathname: string): string {
  if (pathname === '/sw.js') return 'no-cache';
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/** Files have an ending, pages have none; `.data` is how Remix asks for a page's data. */
export function isFilePath(pathname: string): boolean {
  return pathname.startsWith('/assets/') || (/\.[a-z0-9]+$/i.test(pathname) && !pathname.endsWith('.data'));
}

function contentSecurityPolicy(nonce: string, strictness: Strictness): string {
  const hot = strictness === 'hot-reload';
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // A nonce would make browsers ignore 'unsafe-inline', so hot reload names only the latter.
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
  ].join('; ');
}

function setUnlessThere(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
