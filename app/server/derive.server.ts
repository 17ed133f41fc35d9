import { scrypt } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/cloudflare';
import { deriveAuthKey, SCRYPT_MAX_MEMORY, type Scrypt } from '#app/keys/derive';
import { reserveScrypt, runScrypt, ScryptBusy } from '#app/keys/scrypt-service';
import { busy } from '#app/wire/errors';

/** How long a typed password may wait in the queue. */
const PATIENCE_MS = 20_000;

/**
 * Returns the authKey of a typed password (A80). Uses the installation's scrypt service if there is one. Otherwise this isolate derives the
 * key and blocks its thread for about 0.2 s, so callers reserve an attempt first.
 * @param place a place reserved by `reserveDerivation`
 * @throws Refusal 503 if too many are waiting or the service does not answer
 */
export async function deriveAtTheEdge(context: AppLoadContext, email: string, password: string, place?: string): Promise<string> {
  const { SCRYPT: service } = context.env;
  if (service === undefined) return deriveAuthKey(email, password, deriveHere);
  return orBusy(context, () =>
    deriveAuthKey(email, password, (secret, salt, { N, r, p, dkLen: bytes }) =>
      runScrypt(service, {
        secret,
        salt,
        N,
        r,
        p,
        bytes,
        source: context.ip,
        patienceMs: PATIENCE_MS,
        ...(place === undefined ? {} : { place }),
      }),
    ),
  );
}

/**
 * Reserves a place in the derivation queue for a few seconds, before an attempt is counted. Returns undefined if this isolate derives keys
 * itself.
 * @throws Refusal 503 if too many are waiting or the service does not answer
 */
export async function reserveDerivation(context: AppLoadContext): Promise<string | undefined> {
  const { SCRYPT: service } = context.env;
  return service && orBusy(context, () => reserveScrypt(service, context.ip));
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
