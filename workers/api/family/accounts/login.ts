import { ACCOUNT_TYPES } from '#app/domain/child';
import { toLanguage } from '#app/domain/language';
import { toStoredLocale } from '#app/domain/locale-formats';
import { isTimeZone } from '#app/domain/time';
import { UNKNOWN_ZONE } from '#app/domain/zone-name';
import type { DeviceDescriptor, LoginAnswer } from '#app/wire/account';
import type { Visitor } from '#workers/api/caller';
import type { CallContext } from '../core/call-context';
import { isSame, newSecret, verifierOf } from '../core/secrets';
import { insertSession } from '../core/session.queries';
import { sendVerification } from '../credentials/verification-mail';
import { type AccountRow, confirmAccount, findAccount, getAccount, setLocale, setTimeZone, touchAccount } from '../store/account.queries';
import { listUsers } from '../store/child.queries';
import { listDueIds } from '../store/due.queries';
import { toWireAccount } from './account';
import { findKnownBrowser, rememberBrowser, warnOfBrowser } from './known-browser';
import { PROVISIONAL_LIFE_MS } from './provision';

/** A repeated sign-up counts as a login for this long, because the first response may have been lost (S03). */
const REPEAT_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Login credentials. `secrets` is one authKey of 64 lower-case hex digits. With `isTyped`, it lists scrypt hashes of a legacy password, and
 * any may match (A80). `email` is normalized.
 */
export type LoginCredentials = { email: string; secrets: ReadonlyArray<string>; isTyped: boolean; device: DeviceDescriptor };

/** A successful login. `browser` is the hash of an already known browser, else null (A132). */
export type LoginResult = { answer: LoginAnswer; browser: string | null };

/**
 * Confirms the family, emails a verification link if the address is unverified, and opens a session. A second call only opens a session.
 */
export function confirm(call: CallContext, device: DeviceDescriptor, visitor: Visitor): LoginAnswer {
  confirmFamily(call);
  return openSession(call, device, visitor, true);
}

/**
 * Marks the family as confirmed and emails a verification link if its address is unverified (A125). Called after the directory has
 * confirmed the address. A second call does nothing.
 */
export function confirmFamily(call: CallContext): void {
  for (const from of listDueIds(call.sql, 'takeover')) call.cancelDue('takeover', from);
  if (getAccount(call.sql).confirmed_at !== null) return;
  confirmAccount(call.sql, call.now);
  call.cancelDue('provisional', '');
  call.recordChange('account', call.accountId);
  if (getAccount(call.sql).email_verified_at === null) sendVerification(call);
}

/**
 * Schedules the removal of a provisional family for now. Called if the directory still names another account for its address. Does nothing
 * if the family is younger than `PROVISIONAL_LIFE_MS`, because its sign-up may still be running.
 */
export function giveUpTakeover(call: CallContext): void {
  const row = findAccount(call.sql);
  if (row === null || row.confirmed_at !== null || call.now - row.created_at < PROVISIONAL_LIFE_MS) return;
  call.setDue('provisional', '', call.now);
}

/**
 * Logs in. Returns null for a wrong password, another address, single sign-on, a provisional or a retired account (S01). Without an
 * account, computes the same hash, so that it takes the same time. Returns `legacy` if imports are enabled and the imported account needs
 * the password as typed.
 */
export function logInWithPassword(call: CallContext, credentials: LoginCredentials, visitor: Visitor): LoginResult | 'legacy' | null {
  const row = findAccount(call.sql);
  const isKnown = matchesCredentials(call, row, credentials);
  if (row === null || row.email !== credentials.email || row.confirmed_at === null || row.retired_at !== null) return null;
  if (row.is_legacy === 1 && !credentials.isTyped) return call.env.LEGACY_IMPORT ? 'legacy' : null;
  if (!isKnown) return null;
  const browser = findKnownBrowser(call, visitor);
  return { answer: openSession(call, credentials.device, visitor), browser };
}

/** Returns the salt for hashing a typed password. Without an account, returns a dummy salt that costs the same time (A80). */
export function legacySalt(call: CallContext): string {
  return findAccount(call.sql)?.password_salt ?? 'none';
}

function matchesCredentials(
  call: CallContext,
  row: AccountRow | null,
  credentials: Pick<LoginCredentials, 'email' | 'isTyped' | 'secrets'>,
): boolean {
  const verifiers = credentials.secrets.map((secret) => verifierOf(secret, row?.password_salt ?? 'none', call.env.PASSWORD_PEPPER));
  const isKnown = verifiers.filter((verifier) => isSame(verifier, row?.password_verifier ?? '')).length > 0;
  return isKnown && row?.email === credentials.email && (row.is_legacy === 1) === credentials.isTyped;
}

/**
 * Handles a repeated sign-up with the same address and password, while the address is unverified and for ten minutes (S03). Finishes a
 * sign-up that was interrupted after the directory confirmed the address. Returns `lapsed` if the family was removed, and null if the
 * request is not such a repeat.
 */
export function repeatSignUp(call: CallContext, credentials: LoginCredentials, visitor: Visitor): LoginAnswer | 'lapsed' | null {
  const row = findAccount(call.sql);
  if (row === null) return 'lapsed';
  const isYoung = row.email_verified_at === null && row.retired_at === null && call.now - row.created_at <= REPEAT_MS;
  if (row.confirmed_at !== null && !isYoung) return null;
  return matchesCredentials(call, row, credentials) ? confirm(call, credentials.device, visitor) : null;
}

/**
 * Stores the time zone and region of the first browser that sends them, and returns the updated account. Until then the account uses UTC
 * (A45) and its language's default region (A147).
 */
function learnFromBrowser(call: CallContext, { time_zone, locale }: DeviceDescriptor): AccountRow {
  const row = getAccount(call.sql);
  if (row.time_zone === UNKNOWN_ZONE && time_zone !== UNKNOWN_ZONE && isTimeZone(time_zone)) setTimeZone(call.sql, time_zone);
  const reported = toStoredLocale(locale);
  if (reported !== null && reported !== row.locale && toLanguage(reported) === row.locale) setLocale(call.sql, reported);
  return getAccount(call.sql);
}

/**
 * Creates a session and returns its signing secret, which no later response contains (S01, S04). Emails the account about an unknown
 * browser, except at sign-up (A132).
 */
export function openSession(call: CallContext, device: DeviceDescriptor, visitor: Visitor, isSignUp = false): LoginAnswer {
  const row = learnFromBrowser(call, device);
  const parent = listUsers(call.sql).find((user) => user.type === ACCOUNT_TYPES.account);
  const session = { id: call.newId(), secretId: call.newId(), secret: newSecret() };
  insertSession(call.sql, {
    id: session.id,
    secret_id: session.secretId,
    secret: call.sealer.seal(session.secret, `session:${session.id}`),
    device_json: JSON.stringify(device),
    created_at: call.now,
    seen_at: call.now,
    revoked_at: null,
    place: visitor.place,
  });
  const known = findKnownBrowser(call, visitor);
  rememberBrowser(call, visitor, device, known);
  if (known === null && !isSignUp) warnOfBrowser(call, row, device, visitor);
  touchAccount(call.sql, call.now);
  call.setDueBy('housekeeping', '', call.now + DAY_MS);
  call.recordChange('session', session.id);
  return [
    { ...toWireAccount(call, { ...row, last_activity_at: call.now }, session.secretId), parent_secret: session.secret },
    { ...device, device_id: session.id, user_id: parent?.id ?? '' },
  ];
}
