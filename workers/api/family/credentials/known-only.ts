import type { Call } from '../core/call';
import { sha256 } from '../core/secrets';
import { putBrowser, removeAllBrowsers } from '../store/known-browser.queries';

/**
 * Forgets every browser but the one that has just proven its right to change the login. It is known by a new id, so failed logins that were
 * counted for it or for the address before do not count against it. `browserId`: that id, null for a client that keeps none.
 */
export function knowOnly(call: Call, browserId: string | null): void {
  removeAllBrowsers(call.sql);
  if (browserId !== null) putBrowser(call.sql, { hash: sha256(browserId), name: '', created_at: call.now, seen_at: call.now });
}
