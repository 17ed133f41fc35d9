import { redirect } from '@remix-run/cloudflare';
import type { Tier } from '#app/domain/plan';
import type { Instant, TimeZone } from '#app/domain/time';
import type { ShownZone } from '#app/features/children/profile/time-zone-field';
import { type Read, toRead } from '#app/server/api.server';
import type { Parent } from '#app/server/guards.server';
import { toShownZone } from '#app/server/zones.server';
import type { SsoType } from '#app/wire/account';
import { getAttributes, getDeletion, listSessions, RECENT_LOGIN_MS, type SessionWire } from '#app/wire/identity';

const CHANGES = ['email', 'password', 'time-zone', 'delete'] as const;
/** The change views that the optional segment of /account can open (A35). */
export type AccountChange = (typeof CHANGES)[number];

/** A session of the account. `seenAt` is rounded to the hour. */
export type SignedIn = { id: string; name: string; os: string; place: string | null; seenAt: Instant; isCurrent: boolean };

export type AccountFacts = {
  email: string;
  verified: boolean;
  tier: Tier;
  zone: TimeZone;
  /** The account's time zone as its form shows it. `ownUpdatedAt` is the version of that record. */
  ownZone: ShownZone;
  ownUpdatedAt: Instant;
  now: Instant;
  isLegacy: boolean;
  /** Null for an account with a password. */
  provider: SsoType | null;
  wantsNews: boolean;
  /** When the account's data are deleted; null if no deletion is requested. */
  purgeAt: Instant | null;
  sessions: Array<SignedIn>;
  /** True if this session is less than ten minutes old, which an address correction requires (A151). */
  isRecentLogin: boolean;
};

/**
 * Returns the change view for a path segment, or null for the plain page.
 * @throws a redirect to /account for an unknown segment (A35)
 */
export function toChange(segment: string | undefined): AccountChange | null {
  if (segment === undefined) return null;
  const change = CHANGES.find((known) => known === segment);
  if (change === undefined) throw redirect('/account');
  return change;
}

const NOTHING = { query: {}, body: undefined };

/** The API reads that `loadAccountFacts` makes. */
export const ACCOUNT_READS: ReadonlyArray<Read> = [
  toRead(listSessions, NOTHING.query),
  toRead(getAttributes, NOTHING.query),
  toRead(getDeletion, NOTHING.query),
];

/** Loads the account page, with the calling session first in `sessions`. */
export async function loadAccountFacts(request: Request, { account, api }: Parent): Promise<AccountFacts> {
  const [sessions, attributes, deletion] = await Promise.all([
    api.call(listSessions, NOTHING),
    api.call(getAttributes, NOTHING),
    api.call(getDeletion, NOTHING),
  ]);
  const now = Date.now();
  return {
    email: account.email,
    verified: account.verified,
    tier: account.entitlements.tier,
    zone: account.timeZone,
    ownZone: toShownZone(request, account.timeZone),
    ownUpdatedAt: account.ownUpdatedAt,
    now,
    isLegacy: account.isLegacy,
    provider: account.loginScheme === 'sso' ? (account.sso?.type ?? 'google') : null,
    wantsNews: attributes.account.marketing_email_optin,
    purgeAt: deletion.purge_ts,
    sessions: sessions.map(fromWireSession).sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    isRecentLogin: sessions.some(({ is_current, created_ts }) => is_current && now - created_ts < RECENT_LOGIN_MS),
  };
}

function fromWireSession({ session_id: id, name, os, place, seen_ts: seenAt, is_current: isCurrent }: SessionWire): SignedIn {
  return { id, name, os, place, seenAt, isCurrent };
}
