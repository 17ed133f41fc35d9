import { Hono } from 'hono';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import { type AcctkeyWire, type KeyExchangeAnswer, type KeyExchangeBody, keyExchange } from '#app/wire/keys';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { countAttempt, requireAttemptLeft } from '../core/rate-limit';
import { hasJustLoggedIn } from '../core/recent-login';
import { notForSso } from '../core/sso-account';
import { type AccountRow, getAccount } from '../store/account.queries';
import { findUser } from '../store/child.queries';
import { findKey, type KeyRow, putKey, putOldKey, toWireKey } from '../store/key.queries';
import {
  isEqual,
  isKeySecret,
  isLoginSecret,
  isSameKey,
  passphraseVerifier,
  recoveryOnly,
  requireSoundKey,
  STAGED_LIFE_MS,
  sendKeyToDevices,
  stagedVerifier,
} from './account-key';

type Args<Type extends KeyExchangeBody['request_type']> = Extract<KeyExchangeBody, { request_type: Type }>['request_args'];

const INVALID: KeyExchangeAnswer = { status: 'invalid' };

/**
 * Requests for the account's key (S12 to S15). A wrong secret gets the answer `invalid`. Five wrong secrets block all of these requests for
 * 15 minutes.
 */
export const keys = new Hono<FamilyApp>().post(
  '/',
  handleEndpoint(keyExchange, (call, { body }) => {
    requireOwnRequester(call, body.request_args.requested_by);
    const account = getAccount(call.sql);
    const key = findKey(call.sql);
    requireAttemptLeft(call, 'secret');
    const exchanged = exchange(call, account, key, body);
    if ('status' in exchanged) countAttempt(call, 'secret');
    return exchanged;
  }),
);

function exchange(call: CallContext, account: AccountRow, key: KeyRow | null, body: KeyExchangeBody): KeyExchangeAnswer {
  switch (body.request_type) {
    case 'acctkey.register':
      return register(call, account, key, body.request_args);
    case 'acctkey.retrieve':
      if (!isKeySecret(call, account, key, body.request_args.secret)) return INVALID;
      if (key === null) throw invalid('No key found');
      return { acctkey: toWireKey(key) };
    case 'acctkey.changepw':
      return stage(call, account, key, body.request_args);
    case 'acctkey.reset':
      return reset(call, account, key, body.request_args);
  }
}

/**
 * Stores the first key, or a new lock for the existing key (S12).
 * @throws Refusal 400 for an invalid key, code 410 for a different one
 */
function register(call: CallContext, account: AccountRow, key: KeyRow | null, args: Args<'acctkey.register'>): KeyExchangeAnswer {
  requireSoundKey(args, account.login_scheme);
  if (key !== null && isEqual(args, key)) return { acctkey: toWireKey(key) };
  if (key !== null && !isSameKey(args, key)) throw otherKey();
  const locking = args.new_secret ?? args.secret;
  if (account.login_scheme === 'sso') {
    if (key !== null && !isKeySecret(call, account, key, args.secret) && !hasForgotten(call, args)) return INVALID;
    return store(call, args, key, passphraseVerifier(call, locking));
  }
  // A legacy account's verifier is made from the typed password, so no derived secret can match or replace it. A password change makes the
  // account modern (S05, S08). The client then registers the key again.
  const isRight = isKeySecret(call, account, key, args.secret) && isLoginSecret(call, account, locking);
  if (!isRight && account.is_legacy === 0) return INVALID;
  return store(call, args, key, { secret_salt: null, secret_verifier: null });
}

/**
 * Stages a new lock, which a change of the password or address commits (S14).
 * @throws Refusal 400 without a stored key or for an invalid one, code 410 for a different key or with single sign-on
 */
function stage(call: CallContext, account: AccountRow, key: KeyRow | null, args: Args<'acctkey.changepw'>): KeyExchangeAnswer {
  if (account.login_scheme === 'sso') throw notForSso();
  if (!isKeySecret(call, account, key, args.secret)) return INVALID;
  if (key === null) throw invalid('No key found');
  if (!isSameKey(args, key)) throw otherKey();
  requireSoundKey(args, account.login_scheme);
  putKey(call.sql, {
    ...key,
    staged_enc_priv: args.enc_priv,
    staged_verifier: stagedVerifier(call, key.key_id, args.new_secret),
    staged_at: call.now,
    requested_by: args.requested_by,
  });
  call.setDueBy('housekeeping', '', call.now + STAGED_LIFE_MS);
  return { acctkey: toWireKey({ ...key, enc_priv: args.enc_priv }) };
}

/**
 * Replaces a lost key pair (S15). Only the recovery copy of the old envelope is kept.
 * @throws Refusal 400 for an invalid key, code 410 if there is no key to replace or no secret was sent for a key that is not lost
 */
function reset(call: CallContext, account: AccountRow, key: KeyRow | null, args: Args<'acctkey.reset'>): KeyExchangeAnswer {
  requireSoundKey(args, account.login_scheme);
  if (key !== null && isEqual(args, key)) return { acctkey: toWireKey(key) };
  const isSso = account.login_scheme === 'sso';
  const isRight = args.secret !== undefined && (isKeySecret(call, account, key, args.secret) || (isSso && hasForgotten(call, args)));
  const isLost = key?.state === 'needs_reset';
  if (args.secret !== undefined && !isLost && !isRight) return INVALID;
  if (key === null || key.key_id === args.key_id || !(isLost || isRight)) throw outsideAccount();
  if (!isSso && !isLoginSecret(call, account, args.new_secret)) return INVALID;
  const recovery = recoveryOnly(key.enc_priv);
  if (recovery !== null) putOldKey(call.sql, { key_id: key.key_id, key: key.key, enc_priv: recovery, replaced_at: call.now });
  return store(call, args, null, isSso ? passphraseVerifier(call, args.new_secret) : { secret_salt: null, secret_verifier: null });
}

/**
 * True if both secrets are the new passphrase and the session logged in through the provider within the last ten minutes. The recent login
 * replaces a forgotten passphrase, which can't be reset by email. An older session may be stolen. Two equal secrets are required so that
 * another tab can't undo a change with the old passphrase.
 */
function hasForgotten(call: CallContext, { secret, new_secret }: { secret?: string; new_secret?: string }): boolean {
  return new_secret !== undefined && new_secret === secret && hasJustLoggedIn(call);
}

/** Stores the sent key as the account's key. `before` is the same key with its earlier lock, or null for a new key. */
function store(
  call: CallContext,
  sent: AcctkeyWire & { requested_by: string },
  before: KeyRow | null,
  secret: Pick<KeyRow, 'secret_salt' | 'secret_verifier'>,
): KeyExchangeAnswer {
  const row: KeyRow = {
    key_id: sent.key_id,
    key: sent.key,
    enc_priv: sent.enc_priv,
    ...secret,
    state: 'ok',
    staged_enc_priv: null,
    staged_verifier: null,
    staged_at: null,
    requested_by: sent.requested_by,
    created_at: before?.created_at ?? call.now,
    updated_at: call.now,
  };
  putKey(call.sql, row);
  call.recordChange('account', call.accountId);
  if (before === null) sendKeyToDevices(call);
  return { acctkey: toWireKey(row) };
}

/**
 * Checks the requester's id, which is recorded: it must be this session or a user of the account (KEYS-012).
 * @throws Refusal code 410 for any other id
 */
function requireOwnRequester(call: CallContext, id: string): void {
  if (id !== call.actor.id && findUser(call.sql, id) === null) throw outsideAccount();
}

function otherKey(): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'The account has a different key');
}
