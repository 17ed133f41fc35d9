import { createHmac } from 'node:crypto';
import type { ApiEnv } from '../env';
import type { Directory, EntryState } from './directory';
import type { KeyedEntry } from './directory.queries';

/**
 * Types of identifiers in the directory (A125). `family`: an account that was restored into another object. `geocoder`: a service whose
 * requests are counted. `customer`: an account at the payment provider. `trial-card`: a card that had a trial. `billing`: counts of
 * webhooks and syncs. `stripe-event`: a webhook that was handled.
 */
export type DirectoryKind =
  | 'family'
  | 'mail'
  | 'pair'
  | 'ip'
  | 'coupon'
  | 'sso'
  | 'idtoken'
  | 'geocoder'
  | 'customer'
  | 'trial-card'
  | 'billing'
  | 'stripe-event';

/** Where a row is stored: its shard and its key there. */
type RowLocation = { shard: DurableObjectStub<Directory>; id: string };

/** The row of one identifier, with the methods of its shard (directory.ts). */
export class DirectoryRow {
  readonly #shard: DurableObjectStub<Directory>;
  readonly #id: string;

  constructor({ shard, id }: RowLocation) {
    this.#shard = shard;
    this.#id = id;
  }

  async getState(): Promise<EntryState> {
    return this.#shard.getState(this.#id);
  }

  async reserve(owner: string, detail?: string, lifeMs?: number): Promise<boolean> {
    return this.#shard.reserve(this.#id, owner, detail, lifeMs);
  }

  async confirm(owner: string, detail?: string): Promise<boolean> {
    return this.#shard.confirm(this.#id, owner, detail);
  }

  async handOver(from: string, to: string): Promise<boolean> {
    return this.#shard.handOver(this.#id, from, to);
  }

  async release(owner: string): Promise<void> {
    await this.#shard.release(this.#id, owner);
  }

  async consume(): Promise<string | null> {
    return this.#shard.consume(this.#id);
  }

  async count(kind: string, limit: number, windowMs: number): Promise<boolean> {
    return this.#shard.count([{ id: this.#id, kind, limit, windowMs }]);
  }

  async isLimitReached(kind: string, limit: number, windowMs: number): Promise<boolean> {
    return this.#shard.isLimitReached({ id: this.#id, kind, limit, windowMs });
  }

  async refund(kind: string, all: boolean): Promise<void> {
    await this.#shard.refund([this.#id], kind, all);
  }
}

/** Returns the directory row of one identifier. */
export function directoryFor(env: ApiEnv, kind: DirectoryKind, identifier: string): DirectoryRow {
  return new DirectoryRow(locate(env, kind, identifier));
}

/**
 * Returns the shard and row key of an identifier. The key comes from an HMAC, so that leaked keys reveal no address. DIRECTORY_KEY never
 * rotates, because every address would become free. The key equals the id of the identifier’s former object, whose entry is adopted by id.
 */
export function locate(env: ApiEnv, kind: DirectoryKind, identifier: string): RowLocation {
  const name = createHmac('sha256', Buffer.from(env.DIRECTORY_KEY, 'base64')).update(`${kind}:${identifier}`).digest('hex');
  const id = env.DIRECTORY.idFromName(`${kind}:${name}`).toString();
  return { shard: shardOf(env, id), id };
}

/**
 * Passes entries to their shards. Safe to repeat.
 * @throws TypeError for an id of another installation
 */
export async function adoptEntries(env: ApiEnv, entries: ReadonlyArray<KeyedEntry>): Promise<void> {
  const byShard = Map.groupBy(entries, ({ id }) => shardName(env.DIRECTORY.idFromString(id).toString()));
  await Promise.all([...byShard.values()].map((own) => shardOf(env, own[0]?.id ?? '').adopt(own)));
}

/** Returns the shard’s name. Ids are digests, so their first byte spreads the rows evenly over 256 shards. */
function shardName(id: string): string {
  return `shard:${id.slice(0, 2)}`;
}

function shardOf(env: ApiEnv, id: string): DurableObjectStub<Directory> {
  return env.DIRECTORY.get(env.DIRECTORY.idFromName(shardName(id)));
}

/** Returns the directory name of a single sign-on identity, kind `sso`. JSON keeps issuer and subject unambiguous. */
export function ssoName(issuer: string, subject: string): string {
  return JSON.stringify([issuer, subject]);
}
