import { scrypt } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/cloudflare';
import { deriveAuthKey, SCRYPT_MAX_MEMORY, type Scrypt } from '~/keys/derive';
import { requireScryptRoom, runScrypt, ScryptBusy } from '~/keys/scrypt-service';
import { busy } from '~/wire/errors';

/** How long a typed password waits for its turn. */
const PATIENCE_MS = 15_000;

/**
 * authKey of a typed password (A80). Where the installation has the scrypt service it is computed there, else in this isolate, which takes
 * about 0.2 s of its thread; so the counters are asked before.
 * @throws Refusal 503 where too many wait; nothing was computed
 */
export async function deriveAtTheEdge(context: AppLoadContext, email: string, password: string): Promise<string> {
  const { SCRYPT: service } = context.env;
  if (service === undefined) return deriveAuthKey(email, password, deriveHere);
  return orBusy(context, () =>
    deriveAuthKey(email, password, (secret, salt, { N, r, p, dkLen: bytes }) =>
      runScrypt(service, { secret, salt, N, r, p, bytes, source: context.ip, patienceMs: PATIENCE_MS }),
    ),
  );
}

/** Asked before anything is counted. @throws Refusal 503 where a typed password would not be derived now */
export async function requireDerivationRoom(context: AppLoadContext): Promise<void> {
  const { SCRYPT: service } = context.env;
  if (service !== undefined) await orBusy(context, () => requireScryptRoom(service, context.ip));
}

async function orBusy<Value>(context: AppLoadContext, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScryptBusy)) throw error;
    context.responseHeaders.set('Retry-After', String(error.retryAfter));
    throw busy(error.retryAfter);
  }
}

const deriveHere: Scrypt = (text, salt, { N, r, p, dkLen }) =>
  new Promise((resolve, reject) => {
    scrypt(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
      error === null ? resolve(new Uint8Array(key)) : reject(error),
    );
  });
