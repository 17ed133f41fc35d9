import { scrypt } from 'node:crypto';
import { deriveAuthKey, SCRYPT_MAX_MEMORY } from '~/keys/derive';

/** authKey of a typed password, derived at the edge: about 0.2 s of one isolate, so the counters are asked before (A80). */
export function deriveAtTheEdge(email: string, password: string): Promise<string> {
  return deriveAuthKey(
    email,
    password,
    (text, salt, { N, r, p, dkLen }) =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, dkLen, { N, r, p, maxmem: SCRYPT_MAX_MEMORY }, (error, key) =>
          error === null ? resolve(new Uint8Array(key)) : reject(error),
        );
      }),
  );
}
