import { createHmac } from 'node:crypto';
import type { ApiEnv } from '../env';
import type { Directory } from './directory';

/** What a directory object can stand for (A125). */
export type DirectoryKind = 'mail' | 'pair' | 'ip' | 'coupon' | 'sso' | 'idtoken';

/**
 * The object that answers for one identifier. Named by HMAC, so that a leaked list of object names tells no address;
 * the key never rotates, or every address would be free again.
 */
export function directoryFor(env: ApiEnv, kind: DirectoryKind, identifier: string): DurableObjectStub<Directory> {
  const name = createHmac('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64')).update(`${kind}:${identifier}`).digest('hex');
  return env.DIRECTORY.get(env.DIRECTORY.idFromName(`${kind}:${name}`));
}

/** What the directory calls an identity of single sign-on, under the kind `sso`: issuer and subject, each told apart from the other. */
export function ssoName(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject]);
}
