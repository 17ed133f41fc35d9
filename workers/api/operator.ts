import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ApiEnv } from './env';
import { exportFamily } from './transfer/export';
import { checkExport, type Restored, restoreFamily } from './transfer/restore';

/**
 * What only the operator may do, since it gives away a whole family: the web Worker is not bound to it. On a machine of one's own the tools
 * are, on Cloudflare a Worker that the operator binds to it by this name. Each throws an Error with a sentence to show.
 */
export class Operator extends WorkerEntrypoint<ApiEnv> {
  /** Everything of one family as lines of JSON (tools/README.md, «An export»). */
  async exportFamily(email: string): Promise<ReadableStream<Uint8Array>> {
    return exportFamily(this.env, email);
  }

  /** Checks such an export, and whether it can be restored here. Writes nothing. */
  async checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
    return checkExport(this.env, stream, replace);
  }

  /** Restores it, with `replace` in the place of the living family. Where it throws, the old state is still in use. */
  async restoreFamily(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<Restored> {
    return restoreFamily(this.env, stream, replace);
  }
}
