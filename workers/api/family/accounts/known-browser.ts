import type { DeviceDescriptor } from '#app/wire/account';
import type { Visitor } from '#workers/api/caller';
import type { CallContext } from '../core/call-context';
import { sha256 } from '../core/secrets';
import type { AccountRow } from '../store/account.queries';
import { dropOldBrowsers, findBrowser, putBrowser, removeBrowser } from '../store/known-browser.queries';

/** Lifetime of the browser's cookie (A132). */
const KNOWN_LIFE_MS = 400 * 24 * 60 * 60_000;
/** Maximum number of known browsers per account; older browsers are removed. A household uses fewer. */
const MOST = 50;

/** Returns the hash of the visitor's browser if the account knows it, else null (A132). */
export function findKnownBrowser(call: CallContext, visitor: Pick<Visitor, 'known'>): string | null {
  const shown = visitor.known.find(({ accountId }) => accountId === call.accountId);
  return shown === undefined ? null : (findBrowser(call.sql, sha256(shown.id), call.now - KNOWN_LIFE_MS)?.hash ?? null);
}

/** Stores the browser's new id and removes the hash `before`. Does nothing if the browser can't keep an id. */
export function rememberBrowser(call: CallContext, visitor: Visitor, device: DeviceDescriptor, before: string | null): void {
  if (visitor.freshId === null) return;
  const createdAt = before === null ? call.now : (findBrowser(call.sql, before, 0)?.created_at ?? call.now);
  if (before !== null) removeBrowser(call.sql, before);
  putBrowser(call.sql, { hash: sha256(visitor.freshId), name: device.name, created_at: createdAt, seen_at: call.now });
  dropOldBrowsers(call.sql, MOST);
}

/** Emails the account about a login from an unknown browser (S01). */
export function warnOfBrowser(call: CallContext, row: AccountRow, device: DeviceDescriptor, visitor: Visitor): void {
  call.sendMail({
    to: row.email,
    locale: row.locale,
    template: 'new-sign-in',
    link: new URL('/account', call.env.PUBLIC_URL).toString(),
    facts: { ...whereFrom(device, visitor.place), at: call.now, timeZone: row.time_zone },
  });
}

/** Returns the browser and place for emails, such as «Firefox, Linux» and «Berlin, DE». */
function whereFrom(device: DeviceDescriptor, place: string | null): { browser: string; place: string } {
  const browser = [device.name, device.os].filter((part) => part !== '');
  return { browser: browser.join(', '), place: place ?? '' };
}
