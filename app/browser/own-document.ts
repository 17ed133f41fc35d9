/**
 * Loads the requested page as a separate document. Call it first in the `clientLoader` of a page whose Content-Security-Policy differs from
 * that of other pages, because a policy belongs to the document.
 * @throws a redirect unless the page is already open
 */
export function requireOwnDocument(request: Request): void {
  const { pathname, search } = new URL(request.url);
  if (pathname === window.location.pathname) return;
  throw new Response(null, { status: 302, headers: { Location: pathname + search, 'X-Remix-Reload-Document': 'true' } });
}
