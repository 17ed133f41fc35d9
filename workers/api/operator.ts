import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ApiEnv } from './env';
import { reportBug } from './on-error';
import { exportFamily } from './transfer/export';
import { CannotTransfer } from './transfer/format';
import { checkExport, type Restored, restoreFamily } from './transfer/restore';

/** A refusal is a value: an error does not come through beside a stream. */
type Answer = { done: true; restored: Restored } | { done: false; reason: string };

/**
 * What only the operator may do, since it gives away a whole family: the web Worker is not bound to it. On a machine of one's own the tools
 * are, on Cloudflare a Worker that the operator binds to it by this name.
 */
export class Operator extends WorkerEntrypoint<ApiEnv> {
  /** Everything of one family as lines of JSON (docs/reference/export-file.md). @throws Error with a sentence to show */
  async exportFamily(email: string): Promise<ReadableStream<Uint8Array>> {
    return exportFamily(this.env, email);
  }

  /** Checks such an export, and whether it can be restored here. Writes nothing. */
  async checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Answer> {
    return answer(checkExport(this.env, stream, replace));
  }

  /** Restores it, with `replace` in the place of the living family. Where it is refused, the old state is still in use. */
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
