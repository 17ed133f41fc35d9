import { toLanguage } from '../../../../app/domain/language';
import { isTimeZone, monthOf } from '../../../../app/domain/time';
import type { DeviceDescriptor, LoginAnswer } from '../../../../app/wire/account';
import type { OwnedSkuWire } from '../../../../app/wire/subscription';
import type { Call } from '../call';
import { listUsers, putUser } from '../children/child.queries';
import { isSame, newSecret, newToken, verifierOf } from '../secrets';
import { insertSession } from '../sessions/session.queries';
import { putOwnedSku } from '../subscription/sku.queries';
import { sendVerification, toWireAccount } from './account';
import { type AccountRow, confirmAccount, findAccount, getAccount, insertAccount, touchAccount } from './account.queries';

/** A family that nobody confirmed by then goes again (A125). */
const PROVISIONAL_LIFE_MS = 15 * 60_000;
/** A repeated sign-up counts as a login for this long: the first answer may have been lost (S03). */
const REPEAT_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** What a sign-up brings. `authKey` 64 lower-case hex (A80); `email` normalised. */
export type NewAccount = {
  email: string;
  authKey: string;
  userName: string | null;
  locale: string;
  timeZone: string;
  marketingOptin: boolean;
  plan: OwnedSkuWire;
};

/** Writes the family's first rows. It stays provisional, without mail and login, until the directory has confirmed the address (A125). */
export function provision(call: Call, wanted: NewAccount): void {
  const salt = newToken(16);
  const timeZone = isTimeZone(wanted.timeZone) ? wanted.timeZone : 'UTC';
  insertAccount(call.sql, {
    account_id: call.accountId,
    email: wanted.email,
    email_verified_at: null,
    password_salt: salt,
    password_verifier: verifierOf(wanted.authKey, salt, call.env.PASSWORD_PEPPER),
    token_key: call.sealer.seal(newSecret(), 'account'),
    time_zone: timeZone,
    locale: toLanguage(wanted.locale) ?? 'en',
    marketing_optin: Number(wanted.marketingOptin),
    count_month: monthOf(call.now, timeZone),
    block_count: 0,
    grant_count: 0,
    created_at: call.now,
    confirmed_at: null,
    last_activity_at: call.now,
    retired_at: null,
  });
  putOwnedSku(call.sql, wanted.plan);
  putUser(call.sql, {
    id: call.newId(),
    type: 1,
    name: wanted.userName ?? wanted.email.split('@')[0] ?? '',
    birthday: null,
    gender: null,
    time_zone: timeZone,
    locale: wanted.locale,
    slot: 0,
    picture: null,
    allowance_json: JSON.stringify([0, 0, 0, 0, 0, 0, 0]),
    allowance_enabled: 0,
    requested_state: 'play',
    pause_until: null,
    paused_at: null,
    created_at: call.now,
    updated_at: call.now,
    retired_at: null,
  });
  call.due('provisional', '', call.now + PROVISIONAL_LIFE_MS);
}

/** Makes the family last, mails the verification, and signs its first session in. A second time it only signs in. */
export function confirm(call: Call, device: DeviceDescriptor): LoginAnswer {
  if (getAccount(call.sql).confirmed_at !== null) return openSession(call, device);
  confirmAccount(call.sql, call.now);
  call.notDue('provisional', '');
  call.changed('account', call.accountId);
  sendVerification(call);
  return openSession(call, device);
}

/**
 * Signs in, or answers null: wrong password, another address, provisional or retired, all alike (S01). Where the
 * object holds no account the same hash is computed, so that the work tells nothing.
 */
export function signIn(call: Call, wanted: { email: string; authKey: string; device: DeviceDescriptor }): LoginAnswer | null {
  const row = findAccount(call.sql);
  const isKnown = isRight(call, row, wanted);
  if (row === null || !isKnown || row.confirmed_at === null || row.retired_at !== null) return null;
  return openSession(call, wanted.device);
}

function isRight(call: Call, row: AccountRow | null, wanted: { email: string; authKey: string }): boolean {
  const verifier = verifierOf(wanted.authKey, row?.password_salt ?? 'none', call.env.PASSWORD_PEPPER);
  return isSame(verifier, row?.password_verifier ?? '') && row?.email === wanted.email;
}

/**
 * A sign-up that came twice: the same address and password, minutes later, still unproven (S03). Else null. One that was
 * cut off after the directory had confirmed the address is finished here; `lapsed` = the family has gone again.
 */
export function repeatSignUp(
  call: Call,
  wanted: { email: string; authKey: string; device: DeviceDescriptor },
): LoginAnswer | 'lapsed' | null {
  const row = findAccount(call.sql);
  if (row === null) return 'lapsed';
  if (row.confirmed_at === null) return isRight(call, row, wanted) ? confirm(call, wanted.device) : null;
  if (row.email_verified_at !== null || call.now - row.created_at > REPEAT_MS) return null;
  return signIn(call, wanted);
}

/** A new session with a signing secret of its own: the one time that the secret is told (S01, S04). */
function openSession(call: Call, device: DeviceDescriptor): LoginAnswer {
  const row = getAccount(call.sql);
  const parent = listUsers(call.sql).find((user) => user.type === 1);
  const session = { id: call.newId(), secretId: call.newId(), secret: newSecret() };
  insertSession(call.sql, {
    id: session.id,
    secret_id: session.secretId,
    secret: call.sealer.seal(session.secret, `session:${session.id}`),
    device_json: JSON.stringify(device),
    created_at: call.now,
    seen_at: call.now,
    revoked_at: null,
  });
  touchAccount(call.sql, call.now);
  call.dueBy('housekeeping', '', call.now + DAY_MS);
  call.changed('session', session.id);
  return [
    { ...toWireAccount(call, { ...row, last_activity_at: call.now }, session.secretId), parent_secret: session.secret },
    { ...device, device_id: session.id, user_id: parent?.id ?? '' },
  ];
}
