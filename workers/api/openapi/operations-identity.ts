import type { EndpointId } from '../../../app/wire/endpoints';
import type { SessionWire } from '../../../app/wire/identity';
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

/** The public half is that of any RSA key; the ciphertext opens for nobody. */
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
const STAGED = `Where the account has a key, \`acctkey.changepw\` of POST /key_exchange prepares its new lock first, at most ten minutes before; this call commits it, and \`acctkey\`, where it is sent, must be what was prepared. With nothing prepared the old lock stays and the key is \`flagged\`.`;

/** Words and examples of what an account does with itself. */
export const IDENTITY_OPERATIONS: Record<IdentityCall, Operation> = {
  changePassword: {
    description: `\`email\` and \`password\` are the present ones; ten wrong ones in a quarter of an hour are looked at. All other sessions end, and so do the account’s token and pairings that wait. ${STAGED}`,
    refusals: ['wrongPassword', 'unsupportedScheme', 'notForSso', 'rateLimited', 'busy'],
    body: { login_obj: { email: 'ada@example.com', password: CURRENT, new_password: NEXT } },
    answer: { status: 'password_updated' },
  },
  changeEmail: {
    description: `The address salts the authKey, so \`upd_password\` is that of the same password under \`new_email\`. Whether the new address is free is told only to whoever knows the password. Five askings in an hour are answered, those that are refused for the address included. It has to be proven again; an old address that was proven is mailed a link that undoes the change for seven days, and stays taken meanwhile; any other is free at once. All other sessions end, and so do the account’s token and pairings that wait. ${STAGED}`,
    refusals: ['duplicateEmail', 'wrongPassword', 'unsupportedScheme', 'invalidEmail', 'notForSso', 'rateLimited', 'busy'],
    body: { login_obj: { email: 'ada@example.com', password: CURRENT, new_email: 'ada@example.org', upd_password: NEXT } },
    answer: { status: 'email_updated' },
  },
  correctEmail: {
    description: `A body without \`password\` corrects the address of an account of single sign-on that nobody has proven yet, so that its mails reach the parent; a proven address cannot be changed. \`email\` is the present address, empty where the account lost it. The session must be less than ten minutes old (\`old_login\` otherwise). Requests are limited as those of a change are, those that are refused for the address included. The new address has to be proven; the old one is free at once, and what was mailed to it no longer works. All other sessions end, and so do pairings that wait.`,
    refusals: ['duplicateEmail', 'invalidEmail', 'notForPassword', 'notForSso', 'oldLogin', 'rateLimited'],
    body: { login_obj: { email: 'ada@exmaple.com', new_email: 'ada@example.com' } },
    answer: { status: 'email_updated' },
  },
  getDeletion: { refusals: [], answer: { status: 'deletion_requested', requested_ts: NOON, purge_ts: NOON + 30 * DAY } },
  changeDeletion: {
    description:
      'Nothing changes until `purge_ts`: the account goes on as before. Then all of it goes for good, and its devices are free. A second request is ignored and does not move it.',
    refusals: [],
    body: { action: 'request_deletion' },
    answer: { status: 'deletion_requested', requested_ts: NOON, purge_ts: NOON + 30 * DAY },
  },
  getAttributes: { refusals: [], answer: { account: { marketing_email_optin: false }, webapp: { modelVersion: 1 } } },
  putAttributes: {
    description:
      'What is sent takes the place of what was there, field by field; a field of `webapp` that is null is taken out. `webapp` holds 16 KB, and its `modelVersion` is 1.',
    refusals: [],
    body: { account: { marketing_email_optin: true }, webapp: { system_of_units: 'metric' } },
    answer: { account: { marketing_email_optin: true }, webapp: { modelVersion: 1, system_of_units: 'metric' } },
  },
  listSessions: { description: 'The newest use first.', refusals: [], answer: [SESSION] },
  revokeSessions: {
    description: 'Whoever listens on a session’s socket hears `logout`.',
    refusals: [],
    query: { session_id: { description: 'The session, or `others`: all but the one that asks.', example: 'others' } },
    answer: { objects_deleted: 2 },
  },
  keyExchange: {
    description: `The private key is made, locked and opened by clients alone: \`enc_priv\` is what nobody here can read. \`secret\` is the authKey of the login, or of an SSO account’s passphrase; a wrong one is answered \`{"status": "invalid"}\`, and after five in a quarter of an hour nothing is looked at for a while. For ten minutes after single sign-on an SSO account’s passphrase may be replaced without the old one, for its provider vouched for the session just now: \`acctkey.register\` and \`acctkey.reset\` then take the new passphrase’s secret as \`secret\` and \`new_secret\` alike. With any other \`new_secret\`, or none, \`secret\` must be the right one.

- \`acctkey.register\`: the first key; or the same key under another lock, \`new_secret\`. Without \`new_secret\` the lock stays while other copies change, and a secret that counts no more is \`invalid\`
- \`acctkey.retrieve\`: the key
- \`acctkey.changepw\`: prepares another lock, which PUT /credentials commits; not for SSO accounts
- \`acctkey.reset\`: another key in the place of a lost one, with the right secret or while the account’s \`acctkey_state\` is \`needs_reset\`. Of the old one its recovery copy is kept alone

An envelope is JSON: \`{v: 1, copies: [{kind, kdf, n, r, p, salt, iv, ct}]}\`, one copy each for \`password\` or \`passphrase\`, and \`recovery\` (\`kdf\` \`hkdf-sha256\`, no cost, an empty salt). Binary is base64url; AES-256-GCM over the PKCS#8, with \`enc_priv:v1:\` and the \`key_id\` as additional data.`,
    refusals: ['notYours', 'otherKey', 'notForSso', 'rateLimited'],
    body: { request_type: 'acctkey.register', request_args: { ...ACCOUNT_KEY, secret: CURRENT, requested_by: PARENT_ID } },
    answer: { acctkey: ACCOUNT_KEY },
  },
};
