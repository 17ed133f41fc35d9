import { randomUUID, scrypt } from 'node:crypto';
import { deriveKeys, SCRYPT_MAX_MEMORY } from '#app/keys/derive.ts';
import { type SigningCredentials, signedHeaders, unsignedHeaders } from '#app/keys/sign.ts';
import { createAccount, type DeviceDescriptor, type LoginAnswer, login, verifyEmail } from '#app/wire/account.ts';
import type { Endpoint } from '#app/wire/endpoint.ts';
import { ERROR_CODES, fromErrorBody, Refusal } from '#app/wire/errors.ts';
import { createAccountKey } from './demo-key.ts';

const DESCRIPTOR: DeviceDescriptor = {
  name: 'Porchlight',
  make: '',
  model: '',
  os: 'node',
  os_version: process.versions.node,
  app_version: '',
  locale: 'en',
  time_zone: 'UTC',
};

/** A logged-in parent without a browser, using the public API. */
export type Parent = {
  accountId: string;
  /**
   * Calls the API as this parent.
   * @throws Refusal when the server refuses
   */
  call<Query, Body, Output>(endpoint: Endpoint<Query, Body, Output>, input: { query?: Query; body?: Body }): Promise<Output>;
};

/**
 * Signs up, or logs in if the address already has an account. `withKey`: signs up with a new account key. `isNew`: true after a sign-up.
 */
export async function openAccount(given: {
  apiUrl: string;
  email: string;
  password: string;
  timeZone: string;
  withKey?: boolean;
}): Promise<{ parent: Parent; isNew: boolean }> {
  const { apiUrl, email, timeZone, withKey = false } = given;
  const { authKey: password, wrapKey } = await deriveKeys(email, given.password, deriveBytes);
  const key = withKey ? { acctkey: await createAccountKey(email, wrapKey) } : {};
  const credentials = { device: { ...DESCRIPTOR, time_zone: timeZone }, login_obj: { email, password } };
  try {
    const answer = await send(apiUrl, createAccount, { body: { ...credentials, ...key, locale: 'en', time_zone: timeZone } }, null);
    return { parent: toParent(apiUrl, answer), isNew: true };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === ERROR_CODES.duplicateEmail)) throw error;
  }
  return { parent: toParent(apiUrl, await send(apiUrl, login, { body: credentials }, null)), isNew: false };
}

/**
 * Confirms the address like the link in the email (S09).
 * @throws Refusal when the link is unknown or expired
 */
export function confirmAddress(apiUrl: string, link: { account_id: string; token: string }): Promise<{ verified: boolean }> {
  return send(apiUrl, verifyEmail, { query: link }, null);
}

function toParent(apiUrl: string, [account, session]: LoginAnswer): Parent {
  const secret = account.parent_secret;
  if (secret === undefined) throw new Error('The login response contains no signing secret');
  const accountId = account.account_id;
  const credentials: SigningCredentials = {
    kind: 'session',
    accountId,
    sessionId: session.device_id,
    secretId: account.parent_secret_id,
    secret,
  };
  return { accountId, call: (endpoint, input) => send(apiUrl, endpoint, input, credentials) };
}

async function send<Query, Body, Output>(
  apiUrl: string,
  endpoint: Endpoint<Query, Body, Output>,
  input: { query?: Query; body?: Body },
  credentials: SigningCredentials | null,
): Promise<Output> {
  const { method } = endpoint;
  const url = new URL(`${apiUrl.replace(/\/+$/, '')}${endpoint.path}`);
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const now = Date.now();
  const idempotencyKey = method === 'GET' ? {} : { idempotencyKey: randomUUID() };
  const proof =
    credentials === null
      ? unsignedHeaders(randomUUID(), now)
      : await signedHeaders(credentials, { method, url, body, ...idempotencyKey }, now);
  const response = await fetch(url, {
    method,
    headers: { ...proof, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(15_000),
  });
  if (response.status >= 500) throw new Error(`${method} ${endpoint.path} returned ${response.status}`);
  const answer: unknown = await response.json();
  if (!response.ok) throw fromErrorBody(response.status, answer);
  return endpoint.output.parse(answer);
}

function deriveBytes(
  password: Uint8Array,
  salt: Uint8Array,
  { N, r, p, dkLen }: { N: number; r: number; p: number; dkLen: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    );
  });
}
