import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiEnv } from '../env';
import { CannotTransfer, type Fingerprints, type Manifest } from './format';

/** Returns a digest that identifies a key. It doesn't reveal the key, because a key is 256 random bits. */
function fingerprint(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update('porchlight export: fingerprint').digest('hex').slice(0, 32);
}

export function fingerprintsOf(env: ApiEnv): Fingerprints {
  const ring = env.SEAL_KEYS.split(',').map((entry) => entry.trim().split(':') as [string, string]);
  return {
    directory: fingerprint(env.DIRECTORY_KEY),
    pepper: fingerprint(env.PASSWORD_PEPPER),
    seal: Object.fromEntries(ring.map(([name, key]) => [name, fingerprint(key)])),
  };
}

/** Returns a function that returns the names of the keys with which a line's values are sealed. */
export function createSealFinder(env: ApiEnv): (text: string) => Array<string> {
  const names = Object.keys(fingerprintsOf(env).seal);
  return (text) => {
    const starts = new Set([...text.matchAll(/"([^".\\]+)\.[A-Za-z0-9_-]{38,}"/g)].map(([, name]) => name));
    return names.filter((name) => starts.has(name));
  };
}

/**
 * Checks that the installation has the same secrets as the export.
 * @throws CannotTransfer that names the secrets that differ
 */
export function requireSameKeys(env: ApiEnv, made: Fingerprints, sealedWith: Manifest['sealed_with']): void {
  const here = fingerprintsOf(env);
  const wrong = [
    ...(made.directory === here.directory ? [] : ['DIRECTORY_KEY']),
    ...(made.pepper === here.pepper ? [] : ['PASSWORD_PEPPER']),
    ...(sealedWith.every((name) => made.seal[name] !== undefined && made.seal[name] === here.seal[name]) ? [] : ['SEAL_KEYS']),
  ];
  if (wrong.length === 0) return;
  throw new CannotTransfer(
    `This export was made with different secrets: ${wrong.join(', ')}. Start Porchlight with the secrets of the installation that made it. Nothing was changed.`,
  );
}

/** Returns the signature of a manifest. It shows that an installation with this DIRECTORY_KEY wrote the manifest. */
export function sign(env: ApiEnv, manifest: string): string {
  return createHmac('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64'))
    .update('porchlight export: manifest\n')
    .update(manifest)
    .digest('hex');
}

export function isSigned(env: ApiEnv, manifest: string, mac: string): boolean {
  const [left, right] = [Buffer.from(sign(env, manifest)), Buffer.from(mac)];
  return left.length === right.length && timingSafeEqual(left, right);
}
