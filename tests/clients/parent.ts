import { type SigningCredentials, signedHeaders } from '#app/keys/sign.ts';
import { createAccount, type LoginAnswer, login } from '#app/wire/account.ts';
import type { Endpoint } from '#app/wire/endpoint.ts';

/** How a test reaches the API: through the Worker under test, or a server on a port. */
export type Send = (request: Request) => Promise<Response>;
export type Answer = { status: number; body: unknown };
type Overrides = { key?: string; accountId?: string; date?: number; tamper?: (request: Request) => Request };

export const API = 'http://127.0.0.1:8788';
const DEVICE = { name: 'Test', make: '', model: '', os: 'test', os_version: '', app_version: '', locale: 'en', time_zone: 'Europe/Berlin' };

export function authKey(seed: string): string {
  return Array.from({ length: 64 }, (_, index) => ((seed.charCodeAt(index % seed.length) + index) % 16).toString(16)).join('');
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

export function post(path: string, body: unknown, base = API): Request {
  return new Request(base + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

let counter = 0;
export function uniqueEmail(): string {
  counter += 1;
  return `parent-${Date.now()}-${Math.random().toString(36).slice(2)}-${counter}@example.com`;
}

export function signUpBody(email: string, password = authKey(email)) {
  return { device: DEVICE, login_obj: { email, password }, locale: 'en', time_zone: 'Europe/Berlin' };
}

/** A logged-in parent who calls the API as the web Worker does. */
export class Parent {
  readonly accountId: string;
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly credentials: SigningCredentials & { kind: 'session' };
  /** This parent's clock in epoch ms; undefined for the real time. Moved together with the family's clock (A130). */
  clock: number | undefined;
  readonly #send: Send;
  readonly #base: string;

  constructor(send: Send, answer: LoginAnswer, base = API) {
    const [account, device] = answer;
    this.#send = send;
    this.#base = base;
    this.accountId = account.account_id;
    this.email = account.emails[0]?.email ?? '';
    this.userId = device.user_id;
    this.token = account.token;
    this.credentials = {
      kind: 'session',
      accountId: account.account_id,
      sessionId: device.device_id,
      secretId: account.parent_secret_id,
      secret: account.parent_secret ?? '',
    };
  }

  static async signUp(send: Send, email = uniqueEmail(), base = API, offer: { coupon?: string; group_id?: string } = {}): Promise<Parent> {
    const answer = await read(await send(post(createAccount.path, { ...signUpBody(email), ...offer }, base)));
    return new Parent(send, createAccount.output.parse(answer.body), base);
  }

  static async signIn(send: Send, email: string, base = API, password = authKey(email)): Promise<Parent> {
    const body = { device: DEVICE, login_obj: { email, password } };
    return new Parent(send, login.output.parse((await read(await send(post(login.path, body, base)))).body), base);
  }

  /** Sends a signed call and returns the answer, even if it is a refusal. */
  async raw(method: string, pathAndQuery: string, body?: unknown, overrides: Overrides = {}): Promise<Answer> {
    const url = new URL(this.#base + pathAndQuery);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const key = method === 'GET' ? undefined : (overrides.key ?? crypto.randomUUID());
    const credentials = { ...this.credentials, accountId: overrides.accountId ?? this.accountId };
    const headers = await signedHeaders(
      credentials,
      { method, url, body: text, ...(key === undefined ? {} : { idempotencyKey: key }) },
      overrides.date ?? this.clock ?? Date.now(),
    );
    const request = new Request(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
    return read(await this.#send(overrides.tamper?.(request) ?? request));
  }

  /**
   * Calls an endpoint of the contract.
   * @throws with status and body on any answer other than 200
   */
  async call<Query, Body, Output>(
    endpoint: Endpoint<Query, Body, Output>,
    input: { query?: Record<string, string>; body?: unknown } = {},
    overrides: Overrides = {},
  ): Promise<Output> {
    const query = new URLSearchParams(input.query).toString();
    const answer = await this.raw(endpoint.method, endpoint.path + (query === '' ? '' : `?${query}`), input.body, overrides);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return endpoint.output.parse(answer.body);
  }
}
