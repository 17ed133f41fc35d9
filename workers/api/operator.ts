import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ApiEnv } from './env';
import { reportBug } from './on-error';
import { exportFamily } from './transfer/export';
import { CannotTransfer } from './transfer/format';
import { checkExport, type Restored, restoreFamily } from './transfer/restore';

/** Returns refusals as values, because an error is lost when a call also passes a stream. */
type Answer = { done: true; restored: Restored } | { done: false; reason: string };

/**
 * Calls for the operator only, because they hand out a whole family. The web Worker is not bound to it.
 * On a self-hosted machine, the tools are bound to it; on Cloudflare, a Worker that the operator binds by this name.
 */
export class Operator extends WorkerEntrypoint<ApiEnv> {
  /**
   * Exports a family as lines of JSON (docs/reference/export-file.md).
   * @throws Error with a message for the operator
   */
  async exportFamily(email: string): Promise<ReadableStream<Uint8Array>> {
    return exportFamily(this.env, email);
  }

  /** Checks an export and whether it can be restored here. Writes nothing. */
  async checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Answer> {
    return answer(checkExport(this.env, stream, replace));
  }

  /** Restores an export. With `replace`, the export replaces the existing family. If the restore is refused, the old state stays in use. */
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
