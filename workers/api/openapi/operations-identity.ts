import type { EndpointId } from '#app/wire/endpoints';
import type { SessionWire } from '#app/wire/identity';
import { HOUR, NOON, PARENT_ID, SESSION_ID } from './examples';
import type { Operation } from './operations';

type IdentityCall = Extract<
  EndpointId,
  | 'changePassword'
  | 'changeEmail'
  | 'correctEmail'
  | 'getDeletion'
  | 'changeDeletion'
  | 'getAttributes'
  | 'putAttributes'
  | 'listSessions'
  | 'revokeSessions'
  | 'keyExchange'
>;

const [CURRENT, NEXT] = ['5d1f7b20c9e84a36b7f0d2581c6e93a4', 'a7c3e19f4b6d8052c4e7f1a93b5d6820'].map((half) => half + half);

/** An example key. Its public part looks like an RSA key. Its ciphertext can't be decrypted. */
const ACCOUNT_KEY = {
  enc_priv:
    '{"v":1,"copies":[{"kind":"password","kdf":"scrypt","n":32768,"r":8,"p":3,"salt":"q2V8Yx0Zr5Tn1Lw7Ej3Ks6Hd9Gf4BcAvUiOpMxWzRtE","iv":"Jc5uQm8xR2yT7nKd","ct":"f3Zk0a…"}]}',
  key: 'MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A…',
  key_id: '3b1f5e0c7a92d846e1f0b3a5c7d9e2146f8a0b1c',
  key_type: 'rsa' as const,
};

const SESSION: SessionWire = {
  session_id: SESSION_ID,
  name: 'Firefox',
  os: 'Linux',
  place: 'Berlin, DE',
  created_ts: NOON - 24 * HOUR,
  seen_ts: NOON,
  is_current: true,
};

const DAY = 24 * HOUR;
const STAGED = `Where the account has a key, \`acctkey.changepw\` of POST /key_exchange prepares its new encryption first, at most ten minutes before; this call commits it, and \`acctkey\`, if sent, must be what was prepared. If nothing was prepared, the old encryption stays and the key is \`flagged\`.`;

/** Texts and examples of the calls about the account itself. */
export const IDENTITY_OPERATIONS: Record<IdentityCall, Operation> = {
  changePassword: {
    description: `\`email\` and \`password\` are the current ones; ten wrong attempts in 15 minutes are checked. All other sessions end, as do the account’s token and open pairings. ${STAGED}`,
    refusals: ['wrongPassword', 'unsupportedScheme', 'notForSso', 'rateLimited', 'busy'],
    body: { login_obj: { email: 'ada@example.com', password: CURRENT, new_password: NEXT } },
    answer: { status: 'password_updated' },
  },
  changeEmail: {
    description: `The address salts the authKey, so \`upd_password\` is that of the same password under \`new_email\`. Whether the new address is free is returned only with the correct password. Five requests per hour are allowed, including those refused for the address. The new address must be confirmed; a confirmed old address gets an email with a link that undoes the change for seven days, and stays reserved until then; any other is free immediately. All other sessions end, as do the account’s token and open pairings. ${STAGED}`,
    refusals: ['duplicateEmail', 'wrongPassword', 'unsupportedScheme', 'invalidEmail', 'notForSso', 'rateLimited', 'busy'],
    body: { login_obj: { email: 'ada@example.com', password: CURRENT, new_email: 'ada@example.org', upd_password: NEXT } },
    answer: { status: 'email_updated' },
  },
  correctEmail: {
    description: `A body without \`password\` corrects the unconfirmed address of a single sign-on account, so that its emails reach the parent; a confirmed address can’t be changed. \`email\` is the current address, empty if the account has none. The session must be less than ten minutes old (\`old_login\` otherwise). Requests are limited like those of a change, including those refused for the address. The new address must be confirmed; the old one is free immediately, and links mailed to it no longer work. All other sessions end, as do open pairings.`,
    refusals: ['duplicateEmail', 'invalidEmail', 'notForPassword', 'notForSso', 'oldLogin', 'rateLimited'],
    body: { login_obj: { email: 'ada@exmaple.com', new_email: 'ada@example.com' } },
    answer: { status: 'email_updated' },
  },
  getDeletion: { refusals: [], answer: { status: 'deletion_requested', requested_ts: NOON, purge_ts: NOON + 30 * DAY } },
  changeDeletion: {
    description:
      'Nothing changes until `purge_ts`. Then the account and all its data are deleted permanently, and its devices are no longer managed. A second request is ignored and doesn’t change the date.',
    refusals: [],
    body: { action: 'request_deletion' },
    answer: { status: 'deletion_requested', requested_ts: NOON, purge_ts: NOON + 30 * DAY },
  },
  getAttributes: { refusals: [], answer: { account: { marketing_email_optin: false }, webapp: { modelVersion: 1 } } },
  putAttributes: {
    description:
      'Each field that is sent replaces the previous value; a null field of `webapp` is removed. `webapp` can have up to 16 KB, and its `modelVersion` is 1.',
    refusals: [],
    body: { account: { marketing_email_optin: true }, webapp: { system_of_units: 'metric' } },
    answer: { account: { marketing_email_optin: true }, webapp: { modelVersion: 1, system_of_units: 'metric' } },
  },
  listSessions: { description: 'Sorted by last use, newest first.', refusals: [], answer: [SESSION] },
  revokeSessions: {
    description: 'Sockets of an ended session receive `logout`.',
    refusals: [],
    query: { session_id: { description: 'The session, or `others`: all except the calling session.', example: 'others' } },
    answer: { objects_deleted: 2 },
  },
  keyExchange: {
    description: `Only clients create, encrypt and decrypt the private key: the server can’t read \`enc_priv\`. \`secret\` is the authKey of the login, or of an SSO account’s passphrase; a wrong one is answered \`{"status": "invalid"}\`, and after five in 15 minutes no more are checked for a while. For ten minutes after single sign-on, an SSO account’s passphrase can be replaced without the old one, because its provider has just confirmed the login: \`acctkey.register\` and \`acctkey.reset\` then take the new passphrase’s secret as \`secret\` and \`new_secret\` alike. With a different \`new_secret\`, or none, \`secret\` must be correct.

- \`acctkey.register\`: the first key; or the same key encrypted for \`new_secret\`. Without \`new_secret\`, this encryption stays while other copies change, and an outdated secret is \`invalid\`
- \`acctkey.retrieve\`: the key
- \`acctkey.changepw\`: prepares a new encryption, which PUT /credentials commits; not for SSO accounts
- \`acctkey.reset\`: replaces a lost key, with the correct secret or while the account’s \`acctkey_state\` is \`needs_reset\`. Only the recovery copy of the old key is kept

An envelope is JSON: \`{v: 1, copies: [{kind, kdf, n, r, p, salt, iv, ct}]}\`, one copy each for \`password\` or \`passphrase\`, and \`recovery\` (\`kdf\` \`hkdf-sha256\`, no cost, an empty salt). Binary is base64url; AES-256-GCM over the PKCS#8, with \`enc_priv:v1:\` and the \`key_id\` as additional data.`,
    refusals: ['notYours', 'otherKey', 'notForSso', 'rateLimited'],
    body: { request_type: 'acctkey.register', request_args: { ...ACCOUNT_KEY, secret: CURRENT, requested_by: PARENT_ID } },
    answer: { acctkey: ACCOUNT_KEY },
  },
};
