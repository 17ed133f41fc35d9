import { isRetryable } from '#app/domain/retry.ts';
import { signedHeaders } from '#app/keys/sign.ts';
import type { Endpoint } from '#app/wire/endpoint.ts';
import { errorBodySchema, fromErrorBody, type Refusal } from '#app/wire/errors.ts';
import type { Uptime } from './clock.ts';
import { serverTime, takeServerTime } from './decide.ts';
import { isCutOff } from './habits.ts';
import type { PositionSource } from './location.ts';
import type { ObjectStore } from './object-store.ts';
import type { DeviceState } from './state.ts';

/** Where a device keeps its state. `update` is atomic: nothing else writes between its read and its write. */
export type Store = {
  read(): DeviceState;
  update(change: (state: DeviceState) => DeviceState): DeviceState;
};

/** A socket that can send acks and reports while it is open. A missing answer is `unavailable`, as for an HTTP request. */
export type Uplink = { isOpen(): boolean; ask(type: 'ack' | 'report', body: unknown): Promise<CallResult<unknown>> };

/**
 * A device and its environment; tests and fault injection pass their own. `now`: the device’s own clock, epoch ms. `uptime` null: unknown.
 * `positions`: what measures positions; without it, the simulation in the state. `objects`: where sealed screenshots wait for their upload;
 * without it, the device makes none.
 */
export type Device = {
  store: Store;
  fetch: typeof fetch;
  now: () => number;
  uptime?: () => Uptime | null;
  uplink?: Uplink;
  positions?: PositionSource;
  objects?: ObjectStore;
};

/**
 * Result of a request: a value, nothing newer (304), a refusal, or no usable answer. After `unavailable` it is unknown whether the request
 * arrived. `retryAfterMs`: the server answered 429 and asks to wait this long.
 */
export type CallResult<Output> =
  | { kind: 'value'; value: Output }
  | { kind: 'unchanged' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unavailable'; because: string; retryAfterMs?: number };

/** Timeout of one request. */
export const REQUEST_TIMEOUT_MS = 8_000;
const DEFAULT_REST_S = 60;
const LONGEST_REST_S = 60 * 60;

type Call<Query, Body> = { query?: Query; body?: Body };

/**
 * Sends one request of the device contract and returns its outcome. Signs it if the endpoint requires a device (A31). If the server reports
 * clock skew, adjusts the clock and retries once. Never throws for network or server errors.
 */
export async function callServer<Query, Body, Output>(
  device: Device,
  endpoint: Endpoint<Query, Body, Output>,
  call: Call<Query, Body>,
): Promise<CallResult<Output>> {
  const first = await sendOnce(device, endpoint, call);
  const second = first === 'clock' ? await sendOnce(device, endpoint, call) : first;
  const outcome: CallResult<Output> =
    second === 'clock' ? { kind: 'unavailable', because: 'the clocks differ even after an adjustment' } : second;
  noteContact(device, outcome);
  return outcome;
}

/** Sends acks or a report by socket if one is open, else by HTTP. Falls back to HTTP if no answer arrives by socket. */
export async function deliver<Body, Output>(
  device: Device,
  type: 'ack' | 'report',
  endpoint: Endpoint<unknown, Body, Output>,
  body: Body,
): Promise<CallResult<Output>> {
  const reply = device.uplink?.isOpen() ? await device.uplink.ask(type, body) : null;
  const outcome = reply?.kind === 'value' ? parseResponse(endpoint, reply.value) : reply;
  if (outcome === null || outcome.kind === 'unavailable') return callServer(device, endpoint, { body });
  noteContact(device, outcome);
  return outcome;
}

function noteContact(device: Device, outcome: CallResult<unknown>): void {
  const at = serverTime(device.store.read(), device.now());
  device.store.update((state) =>
    outcome.kind === 'unavailable' && outcome.retryAfterMs === undefined
      ? { ...state, unreachableSince: state.unreachableSince ?? at }
      : { ...state, unreachableSince: null, lastContactAt: at },
  );
}

function parseResponse<Query, Body, Output>(endpoint: Endpoint<Query, Body, Output>, answer: unknown): CallResult<Output> {
  const parsed = endpoint.output.safeParse(answer);
  return parsed.success
    ? { kind: 'value', value: parsed.data }
    : { kind: 'unavailable', because: `invalid response from ${endpoint.path}` };
}

async function sendOnce<Query, Body, Output>(
  device: Device,
  endpoint: Endpoint<Query, Body, Output>,
  call: Call<Query, Body>,
): Promise<CallResult<Output> | 'clock'> {
  const state = device.store.read();
  if (state.offline) return { kind: 'unavailable', because: 'disconnected manually' };
  if (isCutOff(state, serverTime(state, device.now()))) return { kind: 'unavailable', because: 'scheduled offline hours' };
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const url = buildUrl(state.apiUrl, endpoint.path, call.query);
  try {
    const response = await device.fetch(url, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(endpoint.auth === 'none' ? {} : await signatureOf(device, endpoint.method, url, body)),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status === 304) return { kind: 'unchanged' };
    const answer = toJson(await response.text());
    if (response.ok) return parseResponse(endpoint, answer);
    if (response.status === 429)
      return { kind: 'unavailable', because: 'the server asked to wait', retryAfterMs: readRetryAfter(response) };
    if (isRetryable(response.status)) return { kind: 'unavailable', because: `the server returned ${response.status}` };
    const refusal = fromErrorBody(response.status, answer);
    if (refusal.status === 401 && refusal.details.reason === 'skew' && adoptServerTime(device, answer)) return 'clock';
    return { kind: 'refused', refusal };
  } catch (error) {
    return { kind: 'unavailable', because: sayWhy(error) };
  }
}

/**
 * Returns the headers that sign a request (A31), based on the estimated server time.
 * @throws Error when the device is not paired
 */
export async function signatureOf(device: Device, method: string, url: URL, body?: string): Promise<Record<string, string>> {
  const { enrolment, serverOffsetMs } = device.store.read();
  if (enrolment.kind !== 'enrolled') throw new Error('This device is not paired');
  const { accountId, deviceId, secret } = enrolment;
  const ownNow = device.now();
  return signedHeaders({ kind: 'device', accountId, deviceId, secret }, { method, url, body }, ownNow + serverOffsetMs, ownNow);
}

function adoptServerTime(device: Device, answer: unknown): boolean {
  const parsed = errorBodySchema.safeParse(answer);
  const serverNow = parsed.success ? parsed.data.server_time : undefined;
  if (serverNow === undefined) return false;
  device.store.update((state) => takeServerTime(state, serverNow, device.now()));
  return true;
}

/** Returns the URL of a request. The path includes the API’s prefix, because the signature covers it (A31). */
export function buildUrl(apiUrl: string, path: string, query: unknown): URL {
  const url = new URL(`${apiUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** Returns how long the server asks to wait, in ms: one minute by default, at most one hour. */
function readRetryAfter(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? DEFAULT_REST_S);
  return 1000 * Math.min(LONGEST_REST_S, seconds > 0 ? seconds : DEFAULT_REST_S);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const NETWORK_WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  ECONNRESET: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
};

function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${REQUEST_TIMEOUT_MS / 1000} s`;
  const cause = error.cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return NETWORK_WORDS[code] ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
