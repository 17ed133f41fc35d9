import { createHash, createPublicKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Envelope, parseEnvelope } from '#app/keys/envelope';
import { invalid } from '#app/wire/errors';
import type { AcctkeyWire } from '#app/wire/keys';
import type { CallContext } from '../core/call-context';
import { isSame, newToken, verifierOf } from '../core/secrets';
import { propagateTo } from '../policy/propagate';
import type { AccountRow } from '../store/account.queries';
import { listOpenCommands, toWireCommand } from '../store/command.queries';
import { listDevices } from '../store/device.queries';
import { findKey, type KeyRow, markKey, putKey } from '../store/key.queries';

const LEAST_BITS = 3072;
const EXPONENT = 65_537n;
/** Time in which an envelope staged by S14 must be committed. */
export const STAGED_LIFE_MS = 10 * 60_000;

/**
 * Checks a sent key (A133): RSA of at least 3072 bits, canonical base64 of its SPKI, named by its SHA-1. The envelope must contain only
 * known copies, including one for the account's login scheme. The server can't check the sealed content (KEYS-016).
 * @throws Refusal 400 naming the field
 */
export function requireSoundKey(sent: AcctkeyWire, scheme: AccountRow['login_scheme']): void {
  const der = Buffer.from(sent.key, 'base64');
  if (der.toString('base64') !== sent.key || !isStrongKey(der)) throw invalid('key: not a 3072-bit RSA key', { key: 'invalid' });
  if (createHash('sha1').update(der).digest('hex') !== sent.key_id) throw invalid('key_id: does not match the key', { key_id: 'invalid' });
  const wanted = scheme === 'sso' ? 'passphrase' : 'password';
  if (!readEnvelope(sent.enc_priv)?.copies.some(({ kind }) => kind === wanted)) {
    throw invalid('enc_priv: not an envelope for this account', { enc_priv: 'invalid' });
  }
}

function isStrongKey(der: Buffer): boolean {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
    // A noncanonical encoding would give the same key a second id.
    const isCanonical = key.export({ format: 'der', type: 'spki' }).equals(der);
    return isCanonical && key.asymmetricKeyType === 'rsa' && modulusLength >= LEAST_BITS && publicExponent === EXPONENT;
  } catch {
    return false;
  }
}

/** Returns the envelope, or null if the text is anything else. */
function readEnvelope(text: string): Envelope | null {
  try {
    const envelope = parseEnvelope(text);
    return isDeepStrictEqual(JSON.parse(text), envelope) ? envelope : null;
  } catch {
    return null;
  }
}

/** Returns the envelope reduced to its recovery copy, as text; null if it has none. */
export function recoveryOnly(encPriv: string): string | null {
  const copies = readEnvelope(encPriv)?.copies.filter(({ kind }) => kind === 'recovery') ?? [];
  return copies.length === 0 ? null : JSON.stringify({ v: 1, copies });
}

/**
 * Returns the earlier envelope. If it has no recovery copy, adds that of the later envelope. Returns an invalid earlier envelope unchanged.
 */
export function withLaterRecovery(earlier: string, later: string): string {
  const copies = readEnvelope(earlier)?.copies;
  if (copies === undefined || copies.some(({ kind }) => kind === 'recovery')) return earlier;
  const added = readEnvelope(later)?.copies.filter(({ kind }) => kind === 'recovery') ?? [];
  return added.length === 0 ? earlier : JSON.stringify({ v: 1, copies: [...copies, ...added] });
}

/** True if this is the account's authKey. Never true for a legacy account, whose verifier is made from the typed password. */
export function isLoginSecret(call: CallContext, account: AccountRow, secret: string): boolean {
  const verifier = verifierOf(secret, account.password_salt, call.env.PASSWORD_PEPPER);
  return account.login_scheme === 'password' && account.is_legacy === 0 && isSame(verifier, account.password_verifier);
}

/**
 * True if the secret may access the key (S13): the passphrase with single sign-on, otherwise the login's authKey. Also accepts an earlier
 * password while the envelope still needs it.
 */
export function isKeySecret(call: CallContext, account: AccountRow, key: KeyRow | null, secret: string): boolean {
  const salt = key?.secret_salt ?? 'none';
  const isKeysOwn = isSame(verifierOf(secret, salt, call.env.PASSWORD_PEPPER), key?.secret_verifier ?? '');
  return isLoginSecret(call, account, secret) || isKeysOwn;
}

/** Returns salt and verifier for the new passphrase of a single sign-on account. */
export function passphraseVerifier(call: CallContext, secret: string): Pick<KeyRow, 'secret_salt' | 'secret_verifier'> {
  const salt = newToken(16);
  return { secret_salt: salt, secret_verifier: verifierOf(secret, salt, call.env.PASSWORD_PEPPER) };
}

/** Returns the verifier for the secret of a staged envelope, which S05 and S06 check before they commit the envelope. */
export function stagedVerifier(call: CallContext, keyId: string, secret: string): string {
  return verifierOf(secret, `staged:${keyId}`, call.env.PASSWORD_PEPPER);
}

/**
 * Updates the key in the transaction of a login change (S05, S06). Commits the envelope that was staged for this password. Without a staged
 * envelope, flags the old one and stores the verifier of its password. `before` is the account before the change.
 * @throws Refusal 400 if `sent` is not the staged envelope
 */
export function followLogin(call: CallContext, before: AccountRow, authKey: string, sent: AcctkeyWire | undefined): void {
  const staged = requireStaged(call, authKey, sent);
  const key = findKey(call.sql);
  if (key === null) return;
  const bare = { ...key, staged_enc_priv: null, staged_verifier: null, staged_at: null, updated_at: call.now };
  if (staged !== null) putKey(call.sql, { ...bare, enc_priv: staged, secret_salt: null, secret_verifier: null, state: 'ok' });
  else if (key.state !== 'ok') putKey(call.sql, bare);
  else {
    const old = before.is_legacy === 1 ? {} : { secret_salt: before.password_salt, secret_verifier: before.password_verifier };
    putKey(call.sql, { ...bare, ...old, state: 'flagged' });
  }
}

/**
 * Returns the envelope staged for this password, or null.
 * @throws Refusal 400 if `sent` is not that envelope
 */
export function requireStaged(call: CallContext, authKey: string, sent: AcctkeyWire | undefined): string | null {
  const key = findKey(call.sql);
  const staged = key === null ? null : takeStaged(call, key, authKey);
  if (sent === undefined || (key !== null && staged !== null && isEqual(sent, { ...key, enc_priv: staged }))) return staged;
  throw invalid('acctkey: differs from the prepared lock', { acctkey: 'not_staged' });
}

function takeStaged(call: CallContext, key: KeyRow, authKey: string): string | null {
  const isFresh = key.staged_at !== null && call.now - key.staged_at < STAGED_LIFE_MS;
  return isFresh && isSame(stagedVerifier(call, key.key_id, authKey), key.staged_verifier ?? '') ? key.staged_enc_priv : null;
}

/** Marks the key as lost: only its recovery copy unlocks it, or a new key replaces it (S08, S15). Discards staged envelopes. */
export function markKeyLost(call: CallContext): void {
  const key = findKey(call.sql);
  if (key === null) return;
  putKey(call.sql, { ...key, staged_enc_priv: null, staged_verifier: null, staged_at: null });
  markKey(call.sql, 'needs_reset', call.now);
}

/** True if the sent key and its envelope equal the stored ones. */
export function isEqual(sent: AcctkeyWire, key: Pick<KeyRow, 'key_id' | 'key' | 'enc_priv'>): boolean {
  return isSameKey(sent, key) && sent.enc_priv === key.enc_priv;
}

/** True if key id and key are equal. An equal id is not enough, because it is only a SHA-1 (A128). */
export function isSameKey(sent: AcctkeyWire, key: Pick<KeyRow, 'key_id' | 'key'>): boolean {
  return sent.key_id === key.key_id && sent.key === key.key;
}

/**
 * Sends every device a policy with the new key (S15). The key changes no displayed state, so parents don't wait for it. The new policy
 * includes a pending change.
 */
export function sendKeyToDevices(call: CallContext): void {
  for (const device of listDevices(call.sql)) {
    const open = listOpenCommands(call.sql, device.id).find(({ kind }) => kind === 'policy');
    propagateTo(call, device, open?.child_id ?? device.childIds[0] ?? '', open === undefined ? null : toWireCommand(open).action);
  }
}
