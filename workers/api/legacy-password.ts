import { scrypt } from 'node:crypto';
import { utf8 } from '../../app/keys/bytes';
import { MAX_SCRYPT_COST } from '../../app/keys/derive';
import { runScrypt, ScryptBusy, type ScryptService } from '../../app/keys/scrypt-service';
import { busy } from '../../app/wire/errors';
import type { ApiEnv } from './env';

/** How long a password waits for its turn: pages give up after 8 s. */
const PATIENCE_MS = 4_000;

export type LegacyCost = { N: number; r: number; p: number; bytes: number };

/**
 * What LEGACY_IMPORT says, `N:r:p:bytes`; null where the installation imports no accounts. All imported passwords have one cost, and every
 * unknown address is tried at it, so that no time tells who was imported (A80).
 * @throws Error for anything else, and for a cost that production refuses
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
 * scrypt of a password as typed, lower-case hex, once for each form in which another system may have taken it: an import brings hashes alone, so
 * none can be put into NFC, and pages send NFC (A113) where a keyboard there sent NFD. One for plain letters, three at most; how many depends
 * on what is typed and not on the account, so no time tells anything. `salt` is base64url. `source`: whose turn it takes where the
 * installation has the scrypt service. @throws Refusal 503 where too many wait there
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
  const job = { secret: utf8(password), salt: Buffer.from(salt, 'base64url'), ...cost, source, patienceMs: PATIENCE_MS };
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
