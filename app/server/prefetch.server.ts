/** Headers that mark a prefetch. Chromium sends the first, older browsers the others. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];

/** True if the browser prefetches, prerenders or previews the page. */
export function isPrefetch({ headers }: Request): boolean {
  return PURPOSES.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''));
}

/**
 * True for a navigation in a tab, not for an image, frame, script or HEAD request. Browsers send Sec-Fetch-Dest and Sec-Fetch-Mode together
 * or not at all. Returns true if Sec-Fetch-Dest is missing.
 */
export function isOpenedByReader({ method, headers }: Request): boolean {
  const [mode, dest] = [headers.get('Sec-Fetch-Mode'), headers.get('Sec-Fetch-Dest')];
  return method !== 'HEAD' && (dest === null || (dest === 'document' && (mode === null || mode === 'navigate')));
}

const FETCHED_AHEAD = 'Fetched ahead';

/**
 * Returns the response that a loader throws for a prefetch, so that the page has no effects yet. The browser does not cache it and requests
 * the page again when the user opens it.
 */
export function refusePrefetch(): Response {
  return new Response(null, { status: 503, statusText: FETCHED_AHEAD });
}

/** True for the error that Remix creates from `refusePrefetch`. */
export function isPrefetchRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusText' in error && error.statusText === FETCHED_AHEAD;
}
