/**
 * Headers of a page whose URL contains a token or an email address: the Referer is limited to our origin, for our own pages too.
 * `no-referrer` would make its forms send `Origin: null`, like a sandboxed page.
 */
export function privateHeaders(): Record<string, string> {
  return { 'Referrer-Policy': 'strict-origin' };
}
