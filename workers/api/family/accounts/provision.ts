import { ACCOUNT_TYPES } from '#app/domain/child';
import { DEFAULT_LANGUAGE } from '#app/domain/language';
import { toStoredLocale } from '#app/domain/locale-formats';
import { isTimeZone, monthOf } from '#app/domain/time';
import { UNKNOWN_ZONE } from '#app/domain/zone-name';
import type { SsoType } from '#app/wire/account';
import type { GroupOfferWire } from '#app/wire/billing';
import type { AcctkeyWire } from '#app/wire/keys';
import type { CouponWire } from '#app/wire/offers';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { CallContext } from '../core/call-context';
import { newSecret, newToken, verifierOf } from '../core/secrets';
import { insertCoupon } from '../coupons/coupon.queries';
import { forgetOtherBrowsers } from '../credentials/forget-other-browsers';
import { insertAccount } from '../store/account.queries';
import { putUser } from '../store/child.queries';
import { putKey } from '../store/key.queries';
import { putOwnedSku } from '../subscription/sku.queries';

/** A family that is not confirmed within this time is removed (A125). */
export const PROVISIONAL_LIFE_MS = 15 * 60_000;
/** A takeover not finished within this time was interrupted. Its job is then sent again until it succeeds. */
export const TAKEOVER_MS = 60_000;

/** The identity behind an account without a password. Issuer and subject together form its key (A85). */
export type SsoIdentity = { type: SsoType; issuer: string; subject: string };

/**
 * The data of a sign-up. `authKey` is 64 lower-case hex digits (A80), or null with single sign-on. `sso.isProven`: the provider has
 * verified the address. `email` is normalized.
 */
export type NewAccount = {
  email: string;
  authKey: string | null;
  sso?: SsoIdentity & { isProven: boolean };
  /** True if the user proved access to the mailbox before this account existed, so the address counts as verified (A125). */
  isProven?: boolean;
  /** The id of the replaced account. */
  takesOverFrom?: string;
  /** The id of the browser that verified the mailbox (A132); null if it can't keep one. */
  browserId?: string | null;
  userName: string | null;
  locale: string;
  timeZone: string;
  marketingOptin: boolean;
  plan: OwnedSkuWire;
  offer?: NewOffer;
  /** The stored hash of a password in an imported account: base64url salt and lower-case hex scrypt (A80). */
  legacy?: { salt: string; hash: string };
  /** A validated key for a password account (A133). */
  acctkey?: AcctkeyWire;
};

/** The origin of the sign-up, its coupon, and what its group brings to a purchase (A84, A87, A177). */
export type NewOffer = { groupId: string | null; groupOffer: GroupOfferWire | null; gclid: string | null; coupon: CouponWire | null };

/** Writes the family's first rows. Until the directory confirms the address, the family sends no email and allows no login (A125). */
export function provision(call: CallContext, wanted: NewAccount): void {
  const salt = wanted.legacy?.salt ?? newToken(16);
  const secret = wanted.legacy?.hash ?? wanted.authKey;
  const timeZone = isTimeZone(wanted.timeZone) ? wanted.timeZone : UNKNOWN_ZONE;
  insertAccount(call.sql, {
    account_id: call.accountId,
    email: wanted.email,
    email_verified_at: (wanted.sso?.isProven ?? wanted.isProven) ? call.now : null,
    password_salt: salt,
    // No secret has an empty verifier, so no password opens such an account.
    password_verifier: secret === null ? '' : verifierOf(secret, salt, call.env.PASSWORD_PEPPER),
    token_key: call.sealer.seal(newSecret(), 'account'),
    time_zone: timeZone,
    locale: toStoredLocale(wanted.locale) ?? DEFAULT_LANGUAGE,
    marketing_optin: Number(wanted.marketingOptin),
    count_month: monthOf(call.now, timeZone),
    block_count: 0,
    grant_count: 0,
    created_at: call.now,
    confirmed_at: null,
    last_activity_at: call.now,
    retired_at: null,
    login_scheme: wanted.sso === undefined ? 'password' : 'sso',
    is_legacy: Number(wanted.legacy !== undefined),
    sso_type: wanted.sso?.type ?? null,
    sso_issuer: wanted.sso?.issuer ?? null,
    sso_subject: wanted.sso?.subject ?? null,
    group_id: wanted.offer?.groupId ?? null,
    group_offer_json: wanted.offer?.groupOffer ? JSON.stringify(wanted.offer.groupOffer) : null,
    gclid: wanted.offer?.gclid ?? null,
    webapp_json: '{}',
    deletion_requested_at: null,
  });
  putOwnedSku(call.sql, wanted.plan);
  if (wanted.plan.expiration !== null) call.setDue('plan', wanted.plan.sku, wanted.plan.expiration);
  if (wanted.offer?.coupon) insertCoupon(call.sql, wanted.offer.coupon);
  const parentId = call.newId();
  if (wanted.acctkey !== undefined) putNewKey(call, wanted.acctkey, parentId);
  putUser(call.sql, {
    id: parentId,
    type: ACCOUNT_TYPES.account,
    name: wanted.userName ?? wanted.email.split('@')[0] ?? '',
    birthday: null,
    gender: null,
    time_zone: timeZone,
    locale: wanted.locale,
    slot: 0,
    picture: null,
    allowance_json: 'null',
    allowance_enabled: 0,
    requested_state: 'play',
    pause_until: null,
    paused_at: null,
    created_at: call.now,
    updated_at: call.now,
    retired_at: null,
    allowance_extra_json: null,
    granularity_json: null,
    granularity_at: 0,
    photo_key: null,
    photo_at: null,
    pause_replaced_json: null,
    left_zones_json: null,
  });
  forgetOtherBrowsers(call, wanted.browserId ?? null);
  // A takeover ends with its job. Once the address is transferred, the family must not expire.
  if (wanted.takesOverFrom === undefined) call.setDue('provisional', '', call.now + PROVISIONAL_LIFE_MS);
  else call.setDue('takeover', wanted.takesOverFrom, call.now + TAKEOVER_MS);
}

function putNewKey(call: CallContext, { key_id, key, enc_priv }: AcctkeyWire, requestedBy: string): void {
  putKey(call.sql, {
    key_id,
    key,
    enc_priv,
    secret_salt: null,
    secret_verifier: null,
    state: 'ok',
    staged_enc_priv: null,
    staged_verifier: null,
    staged_at: null,
    requested_by: requestedBy,
    created_at: call.now,
    updated_at: call.now,
  });
}
