import { fromBase64Url, toBase64Url } from './bytes.ts';
import type { Cost } from './derive.ts';

/** Service binding that computes scrypt outside the Worker's thread (tools/scrypt-server.ts). Not used on Cloudflare. */
export type ScryptService = { fetch(request: Request): Promise<Response> };

/**
 * A computation. `bytes`: length of the result. `source`: an IP address, or `account:` and an ID; sources take turns. `patienceMs`: maximum
 * time in the queue. `place`: a place reserved by `reserveScrypt`.
 */
export type ScryptJob = Cost & { secret: Uint8Array; salt: Uint8Array; bytes: number; source: string; patienceMs: number; place?: string };

/** A `ScryptJob` as JSON, with binary values in base64url. */
export type ScryptJobBody = Omit<ScryptJob, 'secret' | 'salt'> & { secret: string; salt: string };

/** Time limit for the computation and the response, without the time in the queue. */
const COMPUTE_MS = 3_000;
/** Time limit for reserving a place. The service delays refusals by up to 8 s. */
const PLACE_MS = 10_000;
/** Retry time in seconds if the service does not answer, for example while it restarts. */
const RESTART_S = 5;

/** Thrown if there is no result because the queue is full or the service did not answer. `retryAfter` is in seconds. */
export class ScryptBusy extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('Too many passwords are waiting to be derived');
    this.name = 'ScryptBusy';
    this.retryAfter = retryAfter;
  }
}

/**
 * Computes scrypt with the service. Returns `job.bytes` bytes.
 * @throws ScryptBusy if the queue is full or the service does not answer; Error if the service refuses the job
 */
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
 * Reserves a place in the queue for a few seconds, for a job of this source. Returns the job's `place`. Reserve before counting an attempt,
 * so that a refused job is not counted.
 * @throws ScryptBusy
 */
export async function reserveScrypt(service: ScryptService, source: string): Promise<string> {
  const { status, headers, text } = await ask(service, `/room?source=${encodeURIComponent(source)}`, {}, PLACE_MS);
  if (status !== 200) throw new ScryptBusy(Number(headers.get('Retry-After')) || RESTART_S);
  return text;
}

async function ask(service: ScryptService, path: string, init: RequestInit, waitMs: number) {
  try {
    const response = await service.fetch(new Request(`http://scrypt${path}`, { ...init, signal: AbortSignal.timeout(waitMs) }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    // The service was stopped or is restarting, or the time limit was reached.
    throw new ScryptBusy(RESTART_S);
  }
}
