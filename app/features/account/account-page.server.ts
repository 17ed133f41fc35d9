import { redirect } from '@remix-run/cloudflare';
import type { Tier } from '~/domain/plan';
import type { Instant, TimeZone } from '~/domain/time';
import type { ShownZone } from '~/features/children/time-zone-field';
import { type Read, toRead } from '~/server/api.server';
import type { Parent } from '~/server/guards.server';
import { toShownZone } from '~/server/zones.server';
import type { SsoType } from '~/wire/account';
import { getAttributes, getDeletion, listSessions, RECENT_LOGIN_MS, type SessionWire } from '~/wire/identity';

const CHANGES = ['email', 'password', 'time-zone', 'delete'] as const;
/** What the optional segment of /account opens (A35). */
export type AccountChange = (typeof CHANGES)[number];

/** Where the account is signed in. `seenAt` to the hour. */
export type SignedIn = { id: string; name: string; os: string; place: string | null; seenAt: Instant; isCurrent: boolean };

export type AccountFacts = {
  email: string;
  verified: boolean;
  tier: Tier;
  zone: TimeZone;
  /** The same as its form shows it, and the version of the record that it belongs to. */
  ownZone: ShownZone;
  ownUpdatedAt: Instant;
  now: Instant;
  isLegacy: boolean;
  /** Null for an account with a password of its own. */
  provider: SsoType | null;
  wantsNews: boolean;
  /** When nothing of the account is left, where its deletion was asked for. */
  purgeAt: Instant | null;
  sessions: Array<SignedIn>;
  /** This session is less than ten minutes old, as the correction of an address asks for (A151). */
  isRecentLogin: boolean;
};

/** The change view that an address names; null for the plain page. @throws a redirect to it for any other segment (A35) */
export function toChange(segment: string | undefined): AccountChange | null {
  if (segment === undefined) return null;
  const change = CHANGES.find((known) => known === segment);
  if (change === undefined) throw redirect('/account');
  return change;
}

const NOTHING = { query: {}, body: undefined };

/** What `loadAccountFacts` reads. */
export const ACCOUNT_READS: ReadonlyArray<Read> = [
  toRead(listSessions, NOTHING.query),
  toRead(getAttributes, NOTHING.query),
  toRead(getDeletion, NOTHING.query),
];

/** What the account page says. */
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
