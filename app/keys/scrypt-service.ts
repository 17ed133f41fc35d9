import { fromBase64Url, toBase64Url } from './bytes.ts';
import type { Cost } from './derive.ts';

/** A service binding that computes scrypt outside the Workers' thread (tools/scrypt-server.ts). Cloudflare has none. */
export type ScryptService = { fetch(request: Request): Promise<Response> };

/**
 * One computation. `bytes`: length of the result. `source`: who asks, an IP address or `account:` and an id; networks and accounts take
 * turns. `patienceMs`: the longest wait for a turn. `place`: one that was kept for it.
 */
export type ScryptJob = Cost & { secret: Uint8Array; salt: Uint8Array; bytes: number; source: string; patienceMs: number; place?: string };

/** The same as JSON, with the bytes in base64url. */
export type ScryptJobBody = Omit<ScryptJob, 'secret' | 'salt'> & { secret: string; salt: string };

/** How long a computation may take once it has its turn, and the answer its way. */
const COMPUTE_MS = 3_000;
/** How long the answer about a place may take: refusals are held back for up to 8 s. */
const PLACE_MS = 10_000;
/** What callers are told when the service itself gives no answer, in seconds: it is restarted by then. */
const RESTART_S = 5;

/** Nothing was computed: too many wait, or the service is restarting. `retryAfter` in seconds. */
export class ScryptBusy extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('Too many passwords are waiting to be derived');
    this.name = 'ScryptBusy';
    this.retryAfter = retryAfter;
  }
}

/** @returns `job.bytes` bytes. @throws ScryptBusy; Error for a job that the service does not accept */
export async function runScrypt(service: ScryptService, job: ScryptJob): Promise<Uint8Array> {
  const body: ScryptJobBody = { ...job, secret: toBase64Url(job.secret), salt: toBase64Url(job.salt) };
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const { status, headers, text } = await ask(service, '/scrypt', init, job.patienceMs + COMPUTE_MS);
  if (status === 503) throw new ScryptBusy(Number(headers.get('Retry-After')) || RESTART_S);
  const key = status === 200 ? fromBase64Url(text) : null;
  if (key === null || key.length !== job.bytes) throw new Error(`The scrypt service returned ${status}: ${text.slice(0, 200)}`);
  return key;
}

/**
 * Keeps a place for a job of this source for a few seconds, so that nothing is counted for one that would not be accepted.
 * @returns the job's `place`. @throws ScryptBusy
 */
export async function keepScryptPlace(service: ScryptService, source: string): Promise<string> {
  const { status, headers, text } = await ask(service, `/room?source=${encodeURIComponent(source)}`, {}, PLACE_MS);
  if (status !== 200) throw new ScryptBusy(Number(headers.get('Retry-After')) || RESTART_S);
  return text;
}

async function ask(service: ScryptService, path: string, init: RequestInit, waitMs: number) {
  try {
    const response = await service.fetch(new Request(`http://scrypt${path}`, { ...init, signal: AbortSignal.timeout(waitMs) }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    // The process was stopped or is just being restarted.
    throw new ScryptBusy(RESTART_S);
  }
}
