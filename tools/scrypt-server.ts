// Computes scrypt for the Workers in its own process, because their single thread serves the pages. Started by derive-process.ts.
import { randomUUID, scrypt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { availableParallelism, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { MAX_SCRYPT_COST } from '#app/keys/derive.ts';
import type { ScryptJobBody } from '#app/keys/scrypt-service.ts';
import { toCountedNetworks } from '#workers/network.ts';
import { FairQueue, QueueFull } from './scrypt-queue.ts';

/** Lets workerd serve pages before this process derives keys. With a higher value, a login next to busy programs would take minutes. */
const NICENESS = 5;
const SLOTS = Math.max(1, availableParallelism() - 1);
/** Limits of waiting jobs, per source and in total. At 0.3 s per job, the last job waits about 7 s. */
const LIMITS = { slots: SLOTS, perSource: 8, total: 24 * SLOTS };
/** Time in ms that a place stays reserved. Even a busy machine checks the rate limits within this time. */
const PROMISED_MS = 5_000;
/** Pause between two refusals, and the maximum delay of a refusal, in ms. */
const REFUSAL_GAP_MS = 40;
const REFUSAL_DELAY_MS = 8_000;
const MAX_BODY_BYTES = 16 * 1024;

const jobSchema: z.ZodType<ScryptJobBody> = z
  .object({
    secret: z.string().max(8192),
    salt: z.string().max(1024),
    N: z.int().min(2),
    r: z.int().min(1),
    p: z.int().min(1),
    bytes: z.int().min(1).max(1024),
    source: z.string().min(1).max(256),
    place: z.string().max(64).optional(),
    patienceMs: z.int().min(0).max(60_000),
  })
  .refine(({ N, r, p }) => N * r * p <= MAX_SCRYPT_COST);

// Set before the first computation, because threads inherit the priority of the thread that starts them.
setPriority(NICENESS);
// A terminal signals the whole process group, but the Workers may still need answers. The parent ends this process by disconnecting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const path = process.argv[2] ?? '';
const queue = new FairQueue(LIMITS);
/** Functions that release reserved places, by the name of the place. */
const places = new Map<string, () => void>();
/** Time of the last scheduled refusal, by `performance.now()`. */
let refusedAt = 0;
const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
// Disables the timeout. workerd reuses connections, and closing one at that moment would look like a crash.
server.keepAliveTimeout = 0;
server.listen(path, () => tell('ready'));
process.on('message', () => tell('pong'));
process.on('disconnect', () => {
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit(0);
});

/** Sends a message to the parent process. Ignores errors, because without a parent the `disconnect` event ends this process. */
function tell(word: 'ready' | 'pong'): void {
  process.send?.(word, undefined, undefined, () => {});
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://scrypt');
  if (pathname === '/room') {
    try {
      return end(response, 200, keepPlace(toSource(searchParams.get('source') ?? '')));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return await refuse(response, error.retryAfter);
    }
  }
  const job = jobSchema.safeParse(await readJson(request));
  if (pathname !== '/scrypt' || !job.success) return end(response, 400, 'Not a scrypt job');
  try {
    // Releases the job’s own reserved place first, because otherwise the job could find the queue full.
    places.get(job.data.place ?? '')?.();
    const { done, leave } = queue.enter(toSource(job.data.source), job.data.patienceMs, () => compute(job.data));
    // When the connection closes, nobody needs the result, so a waiting job is removed.
    response.once('close', leave);
    const key = await done;
    if (key !== null) end(response, 200, key.toString('base64url'));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    await refuse(response, error.retryAfter);
  }
}

/**
 * Reserves a place and returns its name.
 * @throws QueueFull when there is no room
 */
function keepPlace(source: string): string {
  const name = randomUUID();
  const giveBack = queue.promise(source, PROMISED_MS);
  const forget = (): void => {
    clearTimeout(timer);
    places.delete(name);
    giveBack();
  };
  const timer = setTimeout(forget, PROMISED_MS);
  places.set(name, forget);
  return name;
}

/** Returns the source that takes turns: an account, or the network of an IP address. */
function toSource(name: string): string {
  return name.startsWith('account:') ? name : toCountedNetworks(name).narrow;
}

function compute({ secret, salt, N, r, p, bytes }: ScryptJobBody): Promise<Buffer> {
  const maxmem = 128 * N * r * p + 1024 * 1024;
  return new Promise((resolve, reject) => {
    scrypt(Buffer.from(secret, 'base64url'), Buffer.from(salt, 'base64url'), bytes, { N, r, p, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) {
    text += piece;
    if (text.length > MAX_BODY_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Responds with 503, with a pause between refusals. workerd renders a page for each refusal. Hundreds of pages at the same time would block
 * other requests.
 */
async function refuse(response: ServerResponse, retryAfter: number): Promise<void> {
  const now = performance.now();
  const at = Math.min(Math.max(now, refusedAt + REFUSAL_GAP_MS), now + REFUSAL_DELAY_MS);
  refusedAt = at;
  if (at > now) await sleep(at - now);
  response.setHeader('Retry-After', retryAfter);
  end(response, 503);
}

function end(response: ServerResponse, status: number, text = ''): void {
  response.writeHead(status).end(text);
}
