import { createHash, createPublicKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Envelope, parseEnvelope } from '../../../../app/keys/envelope';
import { invalid } from '../../../../app/wire/errors';
import type { AcctkeyWire } from '../../../../app/wire/keys';
import type { Call } from '../core/call';
import { isSame, newToken, verifierOf } from '../core/secrets';
import { propagateTo } from '../policy/propagate';
import type { AccountRow } from '../store/account.queries';
import { listOpenCommands, toWireCommand } from '../store/command.queries';
import { listDevices } from '../store/device.queries';
import { findKey, type KeyRow, markKey, putKey } from '../store/key.queries';

const LEAST_BITS = 3072;
const EXPONENT = 65_537n;
/** What S14 prepared is committed within this, or not at all. */
export const STAGED_LIFE_MS = 10 * 60_000;

/**
 * Holds a key that was sent against what it must be (A133): RSA of 3072 bits or more in canonical base64 of its SPKI, named by the SHA-1 of
 * that, and an envelope of known copies, one of them for the account's own way in. What is in the envelope nobody here can know (KEYS-016).
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
    // What reads as a key but is written otherwise would have a second name.
    const isCanonical = key.export({ format: 'der', type: 'spki' }).equals(der);
    return isCanonical && key.asymmetricKeyType === 'rsa' && modulusLength >= LEAST_BITS && publicExponent === EXPONENT;
  } catch {
    return false;
  }
}

/** The envelope, if nothing but an envelope is in the text. */
function readEnvelope(text: string): Envelope | null {
  try {
    const envelope = parseEnvelope(text);
    return isDeepStrictEqual(JSON.parse(text), envelope) ? envelope : null;
  } catch {
    return null;
  }
}

/** What came of an earlier, valid envelope: its recovery copy alone, as text; null where it has none. */
export function recoveryOnly(encPriv: string): string | null {
  const copies = readEnvelope(encPriv)?.copies.filter(({ kind }) => kind === 'recovery') ?? [];
  return copies.length === 0 ? null : JSON.stringify({ v: 1, copies });
}

/**
 * An earlier envelope of the key, with the recovery copy of a later one where it has none itself. What is no envelope stays as it is.
 */
export function withLaterRecovery(earlier: string, later: string): string {
  const copies = readEnvelope(earlier)?.copies;
  if (copies === undefined || copies.some(({ kind }) => kind === 'recovery')) return earlier;
  const added = readEnvelope(later)?.copies.filter(({ kind }) => kind === 'recovery') ?? [];
  return added.length === 0 ? earlier : JSON.stringify({ v: 1, copies: [...copies, ...added] });
}

/** Is this the account's authKey? Never true of a legacy account, whose verifier is of a password as typed. */
export function isLoginSecret(call: Call, account: AccountRow, secret: string): boolean {
  const verifier = verifierOf(secret, account.password_salt, call.env.PASSWORD_PEPPER);
  return account.login_scheme === 'password' && account.is_legacy === 0 && isSame(verifier, account.password_verifier);
}

/**
 * Does a secret speak for the key (S13)? Of an SSO account its passphrase's; else the login's, and while the envelope still asks for an
 * earlier password, that one's too.
 */
export function isKeySecret(call: Call, account: AccountRow, key: KeyRow | null, secret: string): boolean {
  const salt = key?.secret_salt ?? 'none';
  const isKeysOwn = isSame(verifierOf(secret, salt, call.env.PASSWORD_PEPPER), key?.secret_verifier ?? '');
  return isLoginSecret(call, account, secret) || isKeysOwn;
}

/** What an SSO account's passphrase is known by from now on. */
export function passphraseVerifier(call: Call, secret: string): Pick<KeyRow, 'secret_salt' | 'secret_verifier'> {
  const salt = newToken(16);
  return { secret_salt: salt, secret_verifier: verifierOf(secret, salt, call.env.PASSWORD_PEPPER) };
}

/** What a staged envelope is locked with: compared when S05 or S06 commits it. */
export function stagedVerifier(call: Call, keyId: string, secret: string): string {
  return verifierOf(secret, `staged:${keyId}`, call.env.PASSWORD_PEPPER);
}

/**
 * The key's part in a change of the login (S05, S06), in its transaction. What was staged for this very password is committed; else the
 * envelope stays as it was and is flagged, with what it is locked with still known. `before` is the account as it was until now.
 * @throws Refusal 400 when `sent` is not what was staged
 */
export function followLogin(call: Call, before: AccountRow, authKey: string, sent: AcctkeyWire | undefined): void {
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

/** The envelope that was staged for this password; null where none was. @throws Refusal 400 when `sent` is not that */
export function requireStaged(call: Call, authKey: string, sent: AcctkeyWire | undefined): string | null {
  const key = findKey(call.sql);
  const staged = key === null ? null : takeStaged(call, key, authKey);
  if (sent === undefined || (key !== null && staged !== null && isEqual(sent, { ...key, enc_priv: staged }))) return staged;
  throw invalid('acctkey: differs from the prepared lock', { acctkey: 'not_staged' });
}

function takeStaged(call: Call, key: KeyRow, authKey: string): string | null {
  const isFresh = key.staged_at !== null && call.now - key.staged_at < STAGED_LIFE_MS;
  return isFresh && isSame(stagedVerifier(call, key.key_id, authKey), key.staged_verifier ?? '') ? key.staged_enc_priv : null;
}

/** Only the recovery copy opens the key now, or a new one takes its place (S08, S15). Nothing that was staged counts any more. */
export function loseKey(call: Call): void {
  const key = findKey(call.sql);
  if (key === null) return;
  putKey(call.sql, { ...key, staged_enc_priv: null, staged_verifier: null, staged_at: null });
  markKey(call.sql, 'needs_reset', call.now);
}

/** The same key in the same envelope? */
export function isEqual(sent: AcctkeyWire, key: Pick<KeyRow, 'key_id' | 'key' | 'enc_priv'>): boolean {
  return isSameKey(sent, key) && sent.enc_priv === key.enc_priv;
}

/** Two keys of one label are no one key: SHA-1 is a label (A128). */
export function isSameKey(sent: AcctkeyWire, key: Pick<KeyRow, 'key_id' | 'key'>): boolean {
  return sent.key_id === key.key_id && sent.key === key.key;
}

/**
 * The key is part of every device's policy: each learns of another one (S15). It changes no state, so no parent waits for an answer; a change
 * that is still on its way goes along with the newer policy.
 */
export function tellDevicesOfKey(call: Call): void {
  for (const device of listDevices(call.sql)) {
    const open = listOpenCommands(call.sql, device.id).find(({ kind }) => kind === 'policy');
    propagateTo(call, device, open?.child_id ?? device.childIds[0] ?? '', open === undefined ? null : toWireCommand(open).action);
  }
}
