import { scrypt } from 'node:crypto';
import { utf8 } from '#app/keys/bytes';
import { MAX_SCRYPT_COST } from '#app/keys/derive';
import { runScrypt, ScryptBusy, type ScryptService } from '#app/keys/scrypt-service';
import { busy } from '#app/wire/errors';
import type { ApiEnv } from './env';

/** Maximum time that a password waits in the scrypt queue. Pages stop waiting after 8 s. */
const QUEUE_TIMEOUT_MS = 4_000;

export type LegacyCost = { N: number; r: number; p: number; bytes: number };

/**
 * Parses LEGACY_IMPORT (`N:r:p:bytes`). Returns null if the installation imports no accounts. All imported passwords share one cost. A
 * password for an unknown address is hashed at this cost too, so that timing reveals no import (A80).
 * @throws Error for any other text, and for a cost that production refuses
 */
export function readLegacyCost({ LEGACY_IMPORT = '' }: Pick<ApiEnv, 'LEGACY_IMPORT'>): LegacyCost | null {
  if (LEGACY_IMPORT === '') return null;
  const match = /^(\d{1,7}):(\d{1,3}):(\d{1,3}):(\d{2,3})$/.exec(LEGACY_IMPORT);
  if (match === null) throw new Error('LEGACY_IMPORT must be N:r:p:bytes, such as 16384:8:1:64');
  const [N = 0, r = 0, p = 0, bytes = 0] = match.slice(1).map(Number);
  if (N < 2 || !Number.isInteger(Math.log2(N)) || r < 1 || p < 1 || N * r * p > MAX_SCRYPT_COST) {
    throw new Error('LEGACY_IMPORT: N must be a power of two, and N*r*p at most 2^20');
  }
  return { N, r, p, bytes };
}

/**
 * Returns one to three scrypt hashes of a typed password in lowercase hex: as typed, NFC and NFD, without duplicates. Pages send NFC
 * (A113), but the other system may have hashed NFD. The number depends only on the text, so timing does not depend on the account. `salt`
 * is base64url. `source` selects the caller's queue in the scrypt service, if there is one.
 * @throws Refusal 503 if the queue is full
 */
export async function hashTyped(
  { SCRYPT }: Pick<ApiEnv, 'SCRYPT'>,
  source: string,
  password: string,
  salt: string,
  cost: LegacyCost,
): Promise<Array<string>> {
  const forms = new Set([password, password.normalize('NFC'), password.normalize('NFD')]);
  const hashes: Array<string> = [];
  for (const form of forms) {
    hashes.push(await (SCRYPT === undefined ? hashForm(form, salt, cost) : hashElsewhere(SCRYPT, source, form, salt, cost)));
  }
  return hashes;
}

async function hashElsewhere(service: ScryptService, source: string, password: string, salt: string, cost: LegacyCost): Promise<string> {
  const job = { secret: utf8(password), salt: Buffer.from(salt, 'base64url'), ...cost, source, patienceMs: QUEUE_TIMEOUT_MS };
  try {
    return Buffer.from(await runScrypt(service, job)).toString('hex');
  } catch (error) {
    throw error instanceof ScryptBusy ? busy(error.retryAfter) : error;
  }
}

function hashForm(password: string, salt: string, { N, r, p, bytes }: LegacyCost): Promise<string> {
  const maxmem = 128 * N * r * p + 1024 * 1024;
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'base64url'), bytes, { N, r, p, maxmem }, (error, key) =>
      error === null ? resolve(key.toString('hex')) : reject(error),
    );
  });
}
