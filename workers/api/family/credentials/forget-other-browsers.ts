import type { CallContext } from '../core/call-context';
import { sha256 } from '../core/secrets';
import { putBrowser, removeAllBrowsers } from '../store/known-browser.queries';

/**
 * Forgets every browser except the one that just confirmed its right to change the login. This browser gets a new id, so earlier failed
 * logins don't count against it. `browserId` is the new id, or null for a client without an id.
 */
export function forgetOtherBrowsers(call: CallContext, browserId: string | null): void {
  removeAllBrowsers(call.sql);
  if (browserId !== null) putBrowser(call.sql, { hash: sha256(browserId), name: '', created_at: call.now, seen_at: call.now });
}
