import { ACCOUNT_TYPES, disambiguateNames, type KnownChild } from '~/domain/child';
import { canAddDevice, type Entitlements, mergeEntitlements, type Sku } from '~/domain/plan';
import type { Instant, TimeZone } from '~/domain/time';
import type { AccountWire, SsoType } from '~/wire/account';
import { fromWireUser } from '~/wire/family';
import { fromWireSku } from '~/wire/subscription';

/**
 * The account key as the server holds it: public key (base64 of the SPKI DER), its SHA-1, and the locked private key (A133). `flagged`: its
 * lock still asks for the password before the last one (S05). `needs_reset`: the password was reset (S08).
 */
export type AccountKey = { encPriv: string; key: string; keyId: string; state: 'ok' | 'flagged' | 'needs_reset' };

/** The signed-in parent's account as pages use it. Children in the order of their making, those of one name told apart, retired ones left out. */
export type Account = {
  id: string;
  /** The number of the family's last change as of this read (A42). */
  seq: number;
  email: string;
  verified: boolean;
  timeZone: TimeZone;
  /** The version of the parent's own record, which the zone belongs to (S29). */
  ownUpdatedAt: Instant;
  children: Array<KnownChild>;
  deviceCount: number;
  /** Those that count where one more is to be paired: not one that may come back (A44, D09). */
  devicesBeside: number;
  /** For the bell. */
  unreadNotices: number;
  /** So many of them at most are of new apps. */
  unreadNewApps: number;
  /** What is `true` in the web application's own store (S48); null where the API does not say. */
  webappFlags: ReadonlyArray<string> | null;
  /** No further device can be paired: it has as many as its plan allows (5.5.3). */
  isFull: boolean;
  entitlements: Entitlements;
  skus: Array<Sku>;
  /** Blocks and grants of this month and when they start anew (A45). */
  counts: { blocks: number; grants: number; resetsAt: Instant };
  /** Opens the pairing service (A72, A134). */
  pairingToken: string;
  loginScheme: 'password' | 'sso';
  /** Signs in with the password as typed, until it is changed or reset (A80). */
  isLegacy: boolean;
  /** Who vouches for an account without a password. */
  sso: { type: SsoType; issuer: string; subject: string } | null;
  /** Null until a browser has made one. */
  key: AccountKey | null;
  marketingOptin: boolean;
  /** Since when it waits for its deletion, and when it is gone for good (S11). */
  deletion: { requestedAt: Instant; purgeAt: Instant } | null;
  groupId: string | null;
};

/**
 * What every signed-in page says of its account: until it is settled (2.17.1, S11), and how much there is to read. `zone` and `now` are for
 * the words of the day.
 */
export type AccountState = {
  /** Nothing is to be confirmed: the address is, or there is none. */
  verified: boolean;
  deletion: { purgeAt: Instant; zone: TimeZone; now: Instant } | null;
  unreadNotices: number;
};

/** Wire → domain. */
export function toAccount(wire: AccountWire, now: Instant): Account {
  const children = disambiguateNames(
    wire.users.filter(({ type, retired }) => type === ACCOUNT_TYPES.managed && !retired).map(fromWireUser),
  );
  const skus = wire.skus.map(fromWireSku);
  const [address] = wire.emails;
  const entitlements = mergeEntitlements(skus, now);
  const deviceCount = new Set(children.flatMap(({ deviceIds }) => deviceIds)).size;
  const devicesBeside = wire.devices_beside ?? deviceCount;
  return {
    id: wire.account_id,
    seq: wire.seq,
    email: address?.email ?? '',
    verified: address?.verified ?? false,
    timeZone: wire.time_zone,
    ownUpdatedAt: wire.users.find(({ type }) => type === ACCOUNT_TYPES.account)?.updated_ts ?? 0,
    children,
    deviceCount,
    devicesBeside,
    unreadNotices: wire.unread_notices,
    unreadNewApps: wire.unread_new_apps ?? wire.unread_notices,
    webappFlags: wire.webapp_flags ?? null,
    isFull: !canAddDevice(entitlements, devicesBeside),
    entitlements,
    skus,
    counts: { blocks: wire.block_count, grants: wire.grant_count, resetsAt: wire.counts_reset_ts },
    pairingToken: wire.token,
    loginScheme: wire.login_scheme,
    isLegacy: wire.is_legacy,
    sso: wire.sso,
    key: toAccountKey(wire),
    marketingOptin: wire.marketing_email_optin,
    deletion: wire.deletion === null ? null : { requestedAt: wire.deletion.requested_ts, purgeAt: wire.deletion.purge_ts },
    groupId: wire.group_id,
  };
}

/** How it stands with an account, for the frame of its pages. */
export function toAccountState(
  {
    email,
    verified,
    deletion,
    unreadNotices,
    timeZone: zone,
  }: Pick<Account, 'email' | 'verified' | 'deletion' | 'unreadNotices' | 'timeZone'>,
  now: Instant,
): AccountState {
  const wait = deletion === null ? null : { purgeAt: deletion.purgeAt, zone, now };
  return { verified: verified || email === '', deletion: wait, unreadNotices };
}

function toAccountKey({ acctkey, acctkey_state: state }: AccountWire): AccountKey | null {
  if (acctkey === null || state === 'none') return null;
  return { encPriv: acctkey.enc_priv, key: acctkey.key, keyId: acctkey.key_id, state };
}
