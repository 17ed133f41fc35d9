/**
 * The headers of a page whose address carries a mail's token or an address: nobody is told more of it than our origin, our own pages included.
 * Not `no-referrer`: its forms would then come with `Origin: null`, as a sandboxed page's do.
 */
export function privateHeaders(): Record<string, string> {
  return { 'Referrer-Policy': 'strict-origin' };
}
