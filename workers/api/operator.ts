import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ApiEnv } from './env';
import { findArchive, removeArchive, type StoredMap, storeArchive } from './map/store-archive';
import type { ArchiveId } from './map/stored-archive';
import { reportBug } from './on-error';
import { exportFamily } from './transfer/export';
import { CannotTransfer } from './transfer/format';
import { checkExport, type Restored, restoreFamily } from './transfer/restore';

/** A result or refusal. Refusals are returned as values, because a call that also passes a stream loses its error. */
type Answer = { done: true; restored: Restored } | { done: false; reason: string };

/**
 * Calls for the operator only, because they return a whole family. The web Worker has no binding to this entrypoint. On a self-hosted
 * machine, the tools have a binding. On Cloudflare, the operator binds a Worker by name.
 */
export class Operator extends WorkerEntrypoint<ApiEnv> {
  /**
   * Exports a family as lines of JSON (docs/reference/export-file.md).
   * @throws Error with a message for the operator
   */
  async exportFamily(email: string): Promise<ReadableStream<Uint8Array>> {
    return exportFamily(this.env, email);
  }

  /** Checks an export and whether it can be restored here. Changes nothing. */
  async checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Answer> {
    return answer(checkExport(this.env, stream, replace));
  }

  /** Stores a checked map archive of `size` bytes (docs/how-to/add-a-map.md). Returns the facts about it. */
  async storeMap(id: ArchiveId, stream: ReadableStream<Uint8Array>, size: number): Promise<StoredMap | null> {
    return storeArchive(this.env.FILES, id, stream, size);
  }

  /** Returns the facts about a stored map archive, or null if there is none. */
  async findMap(id: ArchiveId): Promise<StoredMap | null> {
    return findArchive(this.env.FILES, id);
  }

  /** Removes a map archive. Returns whether one existed. */
  async removeMap(id: ArchiveId): Promise<boolean> {
    return removeArchive(this.env.FILES, id);
  }

  /** Restores an export. `replace` allows it to replace an existing family. After a refusal, the existing family stays in use. */
  async restoreFamily(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Answer> {
    return answer(restoreFamily(this.env, stream, replace));
  }
}

async function answer(work: Promise<Restored>): Promise<Answer> {
  try {
    return { done: true, restored: await work };
  } catch (error) {
    if (!(error instanceof CannotTransfer)) reportBug(error, 'export or restore');
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
