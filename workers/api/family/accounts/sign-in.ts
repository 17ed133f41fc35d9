import { ACCOUNT_TYPES } from '../../../../app/domain/child';
import { toLanguage } from '../../../../app/domain/language';
import { toStoredLocale } from '../../../../app/domain/locale-formats';
import { isTimeZone } from '../../../../app/domain/time';
import { UNKNOWN_ZONE } from '../../../../app/domain/zone-name';
import type { DeviceDescriptor, LoginAnswer } from '../../../../app/wire/account';
import type { Visitor } from '../../caller';
import type { Call } from '../core/call';
import { isSame, newSecret, verifierOf } from '../core/secrets';
import { insertSession } from '../core/session.queries';
import { sendVerification } from '../credentials/verification-mail';
import { type AccountRow, confirmAccount, findAccount, getAccount, setLocale, setTimeZone, touchAccount } from '../store/account.queries';
import { listUsers } from '../store/child.queries';
import { listDueIds } from '../store/due.queries';
import { toWireAccount } from './account';
import { findKnownBrowser, rememberBrowser, warnOfBrowser } from './known-browser';
import { PROVISIONAL_LIFE_MS } from './provision';

/** A repeated sign-up counts as a login for this long: the first answer may have been lost (S03). */
const REPEAT_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * What somebody signs in with. `secrets` is the one authKey, 64 lower-case hex; with `isTyped` the scrypts of a legacy account's password, of
 * which any may be right (A80). `email` normalised.
 */
export type SignIn = { email: string; secrets: ReadonlyArray<string>; isTyped: boolean; device: DeviceDescriptor };

/** A sign-in that was right. `browser` is the hash of a browser that was known already, null for any other (A132). */
export type SignedIn = { answer: LoginAnswer; browser: string | null };

/** Makes the family last, mails the verification, and signs its first session in. A second time it only signs in. */
export function confirm(call: Call, device: DeviceDescriptor, visitor: Visitor): LoginAnswer {
  settle(call);
  return openSession(call, device, visitor, true);
}

/** The directory has confirmed the address: the family lasts (A125). A second time it does nothing. */
export function settle(call: Call): void {
  for (const from of listDueIds(call.sql, 'takeover')) call.notDue('takeover', from);
  if (getAccount(call.sql).confirmed_at !== null) return;
  confirmAccount(call.sql, call.now);
  call.notDue('provisional', '');
  call.changed('account', call.accountId);
  if (getAccount(call.sql).email_verified_at === null) sendVerification(call);
}

/**
 * The directory still names another. Whoever took it over may be between two steps, so a family that is younger than any sign-up takes waits
 * for the next errand.
 */
export function giveUpTakeover(call: Call): void {
  const row = findAccount(call.sql);
  if (row === null || row.confirmed_at !== null || call.now - row.created_at < PROVISIONAL_LIFE_MS) return;
  call.due('provisional', '', call.now);
}

/**
 * Signs in, or answers null: wrong password, another address, single sign-on, provisional or retired, all alike (S01). Where the object
 * holds no account the same hash is computed, so that the work tells nothing. `legacy` = the account was imported and wants its password as
 * typed; only an installation that imports says so.
 */
export function signIn(call: Call, wanted: SignIn, visitor: Visitor): SignedIn | 'legacy' | null {
  const row = findAccount(call.sql);
  const isKnown = isRight(call, row, wanted);
  if (row === null || row.email !== wanted.email || row.confirmed_at === null || row.retired_at !== null) return null;
  if (row.is_legacy === 1 && !wanted.isTyped) return call.env.LEGACY_IMPORT ? 'legacy' : null;
  if (!isKnown) return null;
  const browser = findKnownBrowser(call, visitor);
  return { answer: openSession(call, wanted.device, visitor), browser };
}

/** The salt that a password as typed is hashed with; any where there is no account, which costs the same (A80). */
export function legacySalt(call: Call): string {
  return findAccount(call.sql)?.password_salt ?? 'none';
}

function isRight(call: Call, row: AccountRow | null, wanted: Pick<SignIn, 'email' | 'isTyped' | 'secrets'>): boolean {
  const verifiers = wanted.secrets.map((secret) => verifierOf(secret, row?.password_salt ?? 'none', call.env.PASSWORD_PEPPER));
  const isKnown = verifiers.filter((verifier) => isSame(verifier, row?.password_verifier ?? '')).length > 0;
  return isKnown && row?.email === wanted.email && (row.is_legacy === 1) === wanted.isTyped;
}

/**
 * A sign-up that came twice: the same address and password, minutes later, still unproven (S03). Else null. One that was
 * cut off after the directory had confirmed the address is finished here; `lapsed` = the family has gone again.
 */
export function repeatSignUp(call: Call, wanted: SignIn, visitor: Visitor): LoginAnswer | 'lapsed' | null {
  const row = findAccount(call.sql);
  if (row === null) return 'lapsed';
  const isYoung = row.email_verified_at === null && row.retired_at === null && call.now - row.created_at <= REPEAT_MS;
  if (row.confirmed_at !== null && !isYoung) return null;
  return isRight(call, row, wanted) ? confirm(call, wanted.device, visitor) : null;
}

/**
 * Zone and region of the first browser that says them are the account's: until then it is in UTC (A45), and has a language alone, in which
 * mails have the default region (A147). The account as it is now.
 */
function learnFromBrowser(call: Call, { time_zone, locale }: DeviceDescriptor): AccountRow {
  const row = getAccount(call.sql);
  if (row.time_zone === UNKNOWN_ZONE && time_zone !== UNKNOWN_ZONE && isTimeZone(time_zone)) setTimeZone(call.sql, time_zone);
  const said = toStoredLocale(locale);
  if (said !== null && said !== row.locale && toLanguage(said) === row.locale) setLocale(call.sql, said);
  return getAccount(call.sql);
}

/**
 * A new session with a signing secret of its own: the one time that the secret is told (S01, S04). A browser that the account does not know
 * is mailed, but not at its sign-up (A132).
 */
export function openSession(call: Call, device: DeviceDescriptor, visitor: Visitor, isSignUp = false): LoginAnswer {
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
  call.dueBy('housekeeping', '', call.now + DAY_MS);
  call.changed('session', session.id);
  return [
    { ...toWireAccount(call, { ...row, last_activity_at: call.now }, session.secretId), parent_secret: session.secret },
    { ...device, device_id: session.id, user_id: parent?.id ?? '' },
  ];
}
