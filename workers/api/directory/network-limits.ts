import { toCountedNetworks, WIDE_FACTOR } from '../../network';
import type { ApiEnv } from '../env';
import { directoryFor } from './names';

/** What is counted, how many tries one network has of it, and in which time. */
export type NetworkLimit = { kind: string; limit: number; windowMs: number };

/**
 * Counts one try of the network that an address belongs to (A152): IPv4 by address, IPv6 by /64 and, with a limit WIDE_FACTOR times as high, by
 * /48. True = counted, go on. Exact in both networks; a try that either refuses stays counted in neither.
 */
export async function countNetwork(env: ApiEnv, ip: string, { kind, limit, windowMs }: NetworkLimit): Promise<boolean> {
  const { narrow, wide } = toCountedNetworks(ip);
  if (wide === null) return directoryFor(env, 'ip', narrow).count(kind, limit, windowMs);
  // Whoever has used up a /48 can go on with 65,536 networks in it; those tries must write nothing.
  if (await directoryFor(env, 'ip', wide).isSpent(kind, limit * WIDE_FACTOR, windowMs)) return false;
  if (!(await directoryFor(env, 'ip', narrow).count(kind, limit, windowMs))) return false;
  if (await directoryFor(env, 'ip', wide).count(kind, limit * WIDE_FACTOR, windowMs)) return true;
  await directoryFor(env, 'ip', narrow).forgive(kind, false);
  return false;
}

/** Takes back the last try that `countNetwork` has counted: it was no failure. */
export async function forgiveNetwork(env: ApiEnv, ip: string, kind: string): Promise<void> {
  const { narrow, wide } = toCountedNetworks(ip);
  const names = wide === null ? [narrow] : [narrow, wide];
  await Promise.all(names.map((name) => directoryFor(env, 'ip', name).forgive(kind, false)));
}
