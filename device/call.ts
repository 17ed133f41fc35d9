import { signedHeaders } from '../app/keys/sign.ts';
import type { Endpoint } from '../app/wire/endpoint.ts';
import { errorBodySchema, fromErrorBody, isRetryable, type Refusal } from '../app/wire/errors.ts';
import { serverTime } from './decide.ts';
import type { DeviceState } from './state.ts';

/** Where a device keeps its state. `update` is one step: nobody else writes between reading and writing. */
export type Store = {
  read(): DeviceState;
  update(change: (state: DeviceState) => DeviceState): DeviceState;
};

/** A device and what it has of the world; tests and faults pass their own. `now` is its own clock in epoch ms. */
export type Device = { store: Store; fetch: typeof fetch; now: () => number };

/** What comes of a call: an answer, nothing newer (304), an expected no, or no answer at all (then it is unknown whether it arrived). */
export type Outcome<Output> =
  | { kind: 'value'; value: Output }
  | { kind: 'unchanged' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unavailable'; because: string };

/** A device waits no longer for one answer. */
const PATIENCE_MS = 8_000;

type Call<Query, Body> = { query?: Query; body?: Body };

/**
 * One call of the device contract, signed as A31 says once the device is enrolled. A clock that is off is put right by
 * the server's answer, once. Never throws for what the network or the server does.
 */
export async function callServer<Query, Body, Output>(
  device: Device,
  endpoint: Endpoint<Query, Body, Output>,
  call: Call<Query, Body>,
): Promise<Outcome<Output>> {
  const first = await attempt(device, endpoint, call);
  const second = first === 'clock' ? await attempt(device, endpoint, call) : first;
  const outcome: Outcome<Output> = second === 'clock' ? { kind: 'unavailable', because: 'the clocks cannot agree' } : second;
  const at = serverTime(device.store.read(), device.now());
  device.store.update((state) =>
    outcome.kind === 'unavailable'
      ? { ...state, unreachableSince: state.unreachableSince ?? at }
      : { ...state, unreachableSince: null, lastContactAt: at },
  );
  return outcome;
}

async function attempt<Query, Body, Output>(
  device: Device,
  endpoint: Endpoint<Query, Body, Output>,
  call: Call<Query, Body>,
): Promise<Outcome<Output> | 'clock'> {
  const state = device.store.read();
  if (state.offline) return { kind: 'unavailable', because: 'switched offline' };
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const url = toUrl(state.apiUrl, endpoint.path, call.query);
  try {
    const response = await device.fetch(url, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(await signatureOf(device, state, endpoint, url, body)),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 304) return { kind: 'unchanged' };
    const answer = toJson(await response.text());
    if (response.ok) {
      const parsed = endpoint.output.safeParse(answer);
      return parsed.success
        ? { kind: 'value', value: parsed.data }
        : { kind: 'unavailable', because: `an answer it does not understand to ${endpoint.path}` };
    }
    if (isRetryable(response.status)) return { kind: 'unavailable', because: `the server answered ${response.status}` };
    const refusal = fromErrorBody(response.status, answer);
    if (refusal.status === 401 && refusal.details.reason === 'skew' && takeServerTime(device, answer)) return 'clock';
    return { kind: 'refused', refusal };
  } catch (error) {
    return { kind: 'unavailable', because: sayWhy(error) };
  }
}

async function signatureOf(
  device: Device,
  { enrolment, serverOffsetMs }: DeviceState,
  endpoint: { method: string; auth: string },
  url: URL,
  body: string | undefined,
): Promise<Record<string, string>> {
  if (endpoint.auth === 'none') return {};
  if (enrolment.kind !== 'enrolled') throw new Error('This device is not paired');
  const { accountId, deviceId, secret } = enrolment;
  const ownNow = device.now();
  return signedHeaders(
    { kind: 'device', accountId, deviceId, secret },
    { method: endpoint.method, url, body },
    ownNow + serverOffsetMs,
    ownNow,
  );
}

function takeServerTime(device: Device, answer: unknown): boolean {
  const parsed = errorBodySchema.safeParse(answer);
  const serverNow = parsed.success ? parsed.data.server_time : undefined;
  if (serverNow === undefined) return false;
  device.store.update((state) => ({ ...state, serverOffsetMs: serverNow - device.now() }));
  return true;
}

/** The path is kept as it is sent, the API's own prefix included (A31). */
function toUrl(apiUrl: string, path: string, query: unknown): URL {
  const url = new URL(`${apiUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const NETWORK_WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the address is unknown',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
};

function sayWhy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`;
  const cause = error.cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return NETWORK_WORDS[code] ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
