/**
 * Returns headers for a page whose URL contains a token or an email address. The Referer then has only our origin, even for our own pages.
 * `no-referrer` would make the page's forms send `Origin: null`, like a sandboxed page.
 */
export function privateHeaders(): Record<string, string> {
  return { 'Referrer-Policy': 'strict-origin' };
}
