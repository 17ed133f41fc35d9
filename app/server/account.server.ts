import { ACCOUNT_TYPES, disambiguateNames, type KnownChild } from '#app/domain/child';
import { canAddDevice, type Entitlements, mergeEntitlements, type Sku } from '#app/domain/plan';
import type { Instant, TimeZone } from '#app/domain/time';
import type { AccountWire, SsoType } from '#app/wire/account';
import { fromWireUser } from '#app/wire/family';
import { fromWireSku } from '#app/wire/subscription';

/**
 * The account key as the server stores it: public key (base64 of the SPKI DER), its SHA-1 and the wrapped private key (A133). `flagged`: it is
 * still wrapped with the previous password (S05). `needs_reset`: the password was reset (S08).
 */
export type AccountKey = { encPriv: string; key: string; keyId: string; state: 'ok' | 'flagged' | 'needs_reset' };

/**
 * The logged-in parent's account as pages use it. Children are in order of creation, without retired children; equal names are
 * disambiguated.
 */
export type Account = {
  id: string;
  /** Sequence number of the family's last change at the time of this read (A42). */
  seq: number;
  email: string;
  verified: boolean;
  timeZone: TimeZone;
  /** Version of the parent's own record, which includes the time zone (S29). */
  ownUpdatedAt: Instant;
  children: Array<KnownChild>;
  deviceCount: number;
  /** Devices that count toward the plan's limit when another one is paired. Excludes devices that may be restored (A44, D09). */
  devicesBeside: number;
  /** Shown on the bell. */
  unreadNotifications: number;
  /** Unread notifications about new apps. If the API does not report them separately, all unread notifications. */
  unreadNewApps: number;
  /** Keys that are `true` in the web application's own store (S48). Null if the API does not report them. */
  webappFlags: ReadonlyArray<string> | null;
  /** True if the plan's device limit is reached (5.5.3). */
  isFull: boolean;
  entitlements: Entitlements;
  skus: Array<Sku>;
  /** Blocks and grants of this month, and when the counters reset (A45). */
  counts: { blocks: number; grants: number; resetsAt: Instant };
  /** Token for the pairing service (A72, A134). */
  pairingToken: string;
  loginScheme: 'password' | 'sso';
  /** Logs in with the typed password until it is changed or reset (A80). */
  isLegacy: boolean;
  /** Identity provider of an account without a password. */
  sso: { type: SsoType; issuer: string; subject: string } | null;
  /** Null until a browser has created one. */
  key: AccountKey | null;
  marketingOptin: boolean;
  /** When deletion was requested, and when the data is purged (S11). Null if none is pending. */
  deletion: { requestedAt: Instant; purgeAt: Instant } | null;
  groupId: string | null;
  /** The reminder of a failed payment in the parent’s language, and its link; null without one. */
  paymentDue: PaymentReminder | null;
};

/** Words that the server has written, because pages do not load the texts about plans. */
export type PaymentReminder = { text: string; link: string };

/**
 * Account facts shown on every page for logged-in users: pending verification or deletion (2.17.1, S11) and unread counts. `zone` and `now`
 * are used to format dates.
 */
export type AccountState = {
  /** True if the address is verified or the account has none. */
  verified: boolean;
  deletion: { purgeAt: Instant; zone: TimeZone; now: Instant } | null;
  paymentDue?: PaymentReminder | null;
  unreadNotifications: number;
};

/**
 * Converts an account from wire to domain. Omits removed children and disambiguates equal names. `now` decides which plans are active.
 * `paymentDue`: the reminder of a failed payment, if the wire has one.
 */
export function toAccount(wire: AccountWire, now: Instant, paymentDue: PaymentReminder | null = null): Account {
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
    unreadNotifications: wire.unread_notices,
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
    paymentDue,
  };
}

export function toAccountState(
  {
    email,
    verified,
    deletion,
    unreadNotifications,
    paymentDue,
    timeZone: zone,
  }: Pick<Account, 'email' | 'verified' | 'deletion' | 'unreadNotifications' | 'paymentDue' | 'timeZone'>,
  now: Instant,
): AccountState {
  const wait = deletion === null ? null : { purgeAt: deletion.purgeAt, zone, now };
  return { verified: verified || email === '', deletion: wait, unreadNotifications, paymentDue };
}

function toAccountKey({ acctkey, acctkey_state: state }: AccountWire): AccountKey | null {
  if (acctkey === null || state === 'none') return null;
  return { encPriv: acctkey.enc_priv, key: acctkey.key, keyId: acctkey.key_id, state };
}
