/** The headers in which browsers say that nobody has opened the page yet; Chromium sends the first, older browsers the others. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];

/** True for a request of a browser that only expects its reader to open the page: prefetch, prerender, preview. */
export function isPrefetch({ headers }: Request): boolean {
  return PURPOSES.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''));
}

/**
 * True for a page that is opened in a tab, as far as the browser says how: not for an image, a frame, a script or the head alone. Browsers
 * send Sec-Fetch-Dest and -Mode together or neither; a program may send the mode alone, which says nothing about a page.
 */
export function isOpenedByReader({ method, headers }: Request): boolean {
  const [mode, dest] = [headers.get('Sec-Fetch-Mode'), headers.get('Sec-Fetch-Dest')];
  return method !== 'HEAD' && (dest === null || (dest === 'document' && (mode === null || mode === 'navigate')));
}

const FETCHED_AHEAD = 'Fetched ahead';

/** What a loader throws where nothing may happen before the reader opens the page: the browser keeps nothing and asks again. */
export function refusePrefetch(): Response {
  return new Response(null, { status: 503, statusText: FETCHED_AHEAD });
}

/** True for the error that Remix makes of `refusePrefetch`. */
export function isPrefetchRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusText' in error && error.statusText === FETCHED_AHEAD;
}
