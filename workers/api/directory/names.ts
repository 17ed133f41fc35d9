import { createHmac } from 'node:crypto';
import type { ApiEnv } from '../env';
import type { Directory } from './directory';

/** What a directory object can stand for (A125). */
export type DirectoryKind = 'mail' | 'pair' | 'ip';

/**
 * The object that answers for one identifier. Named by HMAC, so that a leaked list of object names tells no address;
 * the key never rotates, or every address would be free again.
 */
export function directoryFor(env: ApiEnv, kind: DirectoryKind, identifier: string): DurableObjectStub<Directory> {
  const name = createHmac('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64')).update(`${kind}:${identifier}`).digest('hex');
  return env.DIRECTORY.get(env.DIRECTORY.idFromName(`${kind}:${name}`));
}
