/**
 * A complete program for Node 20 or newer without dependencies. It logs in, signs a call and makes it. The document prints it unchanged,
 * and tests/integration/docs.test.ts runs it.
 */
export const NODE_EXAMPLE = String.raw`// node account.mjs <API address> <email address> <password>
import { createHash, createHmac, randomUUID, scryptSync } from 'node:crypto';

const [api, email, password] = process.argv.slice(2);

/** What POST /login takes as the password. */
function deriveAuthKey(email, password) {
  const salt = createHash('sha256').update('v1:' + email.trim().toLowerCase().normalize('NFC')).digest();
  const cost = { N: 32768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
  return scryptSync(password.normalize('NFC'), salt, 64, cost).subarray(0, 32).toString('hex');
}

function encode(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase());
}

function sortedQuery(url) {
  const pairs = [...url.searchParams].map(([name, value]) => [encode(name), encode(value)]);
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  pairs.sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB));
  return pairs.map((pair) => pair.join('=')).join('&');
}

/** Makes a signed call of a parent's session. The body is JSON text, or undefined. */
async function call(session, method, target, body) {
  const url = new URL(target, api);
  const date = new Date();
  const key = method === 'GET' ? '' : randomUUID();
  const headers = {
    'X-Date': date.toISOString(),
    'X-Session-Id': session.id,
    'X-Device-Ts': String(date.getTime()),
    'X-Account-Id': session.accountId,
    'X-Secret-Id': session.secretId,
    ...(key === '' ? {} : { 'Idempotency-Key': key }),
  };
  const lines = [
    'v1',
    method,
    url.pathname,
    sortedQuery(url),
    createHash('sha256').update(body ?? '').digest('hex'),
    headers['X-Date'],
    headers['X-Session-Id'],
    headers['X-Device-Ts'],
    headers['X-Account-Id'],
    headers['X-Secret-Id'],
    key,
  ];
  const mac = createHmac('sha256', Buffer.from(session.secret, 'hex')).update(lines.join('\n')).digest('hex');
  return fetch(url, { method, body, headers: { ...headers, 'X-Signature': 'v1=' + mac } });
}

const device = { name: 'account.mjs', make: '', model: '', os: process.platform, os_version: '', app_version: '1' };
const signedIn = await fetch(new URL('/login', api), {
  method: 'POST',
  body: JSON.stringify({
    device: { ...device, locale: 'en', time_zone: 'UTC' },
    login_obj: { email, password: deriveAuthKey(email, password) },
  }),
});
if (!signedIn.ok) throw new Error(await signedIn.text());
const [account, own] = await signedIn.json();
const session = {
  id: own.device_id,
  accountId: account.account_id,
  secretId: account.parent_secret_id,
  secret: account.parent_secret,
};

const answer = await call(session, 'GET', '/account');
console.log(answer.status, await answer.json());
`;
