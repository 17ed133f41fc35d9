import { toCountedNetworks, WIDE_FACTOR } from '#workers/network';
import type { ApiEnv } from '../env';
import { locate } from './names';

/** A limit for the attempts of one network: `limit` attempts of type `kind` in `windowMs`. */
export type NetworkLimit = { kind: string; limit: number; windowMs: number };

/**
 * Counts one attempt for the network of an address (A152). IPv4 counts per address. IPv6 counts per /64, and per /48 with a limit
 * WIDE_FACTOR times as high. If a limit is reached, counts nothing and returns false.
 */
export async function countNetwork(env: ApiEnv, ip: string, { kind, limit, windowMs }: NetworkLimit): Promise<boolean> {
  const { shard, ids } = locateNetworks(env, ip);
  return shard.count(ids.map((id, index) => ({ id, kind, limit: index === 0 ? limit : limit * WIDE_FACTOR, windowMs })));
}

/** Removes the last attempt that `countNetwork` counted. */
export async function refundNetwork(env: ApiEnv, ip: string, kind: string): Promise<void> {
  const { shard, ids } = locateNetworks(env, ip);
  await shard.refund(ids, kind, false);
}

/**
 * Returns the rows of an address's networks, the narrower first. Both rows are in the shard of the wider network, so that one transaction
 * counts both.
 */
export function locateNetworks(env: ApiEnv, ip: string) {
  const { narrow, wide } = toCountedNetworks(ip);
  const own = locate(env, 'ip', narrow);
  if (wide === null) return { shard: own.shard, ids: [own.id] };
  const wider = locate(env, 'ip', wide);
  return { shard: wider.shard, ids: [own.id, wider.id] };
}
