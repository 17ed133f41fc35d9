import { DurableObject } from 'cloudflare:workers';
import type { FamilyBindings } from '../../bindings';
import { countRows, loadLine, readLines } from './rows-as-lines';
import { migrateTo } from './schema';

/** In the storage of an object whose family lives in another one now: that one's id. */
const MOVED = 'moved';
/** In the storage of an object that is being filled from an export. */
const FILLING = 'filling';
/** An object that nobody finished filling is emptied after this. */
const FILL_WITHIN_MS = 60 * 60_000;

const MOVED_TEXT = 'This family has moved to the object ';

/** The id of the object that a family has moved to, told by what its old object throws; null for any other error. */
export function readMove(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  return message.startsWith(MOVED_TEXT) ? message.slice(MOVED_TEXT.length) : null;
}

/**
 * A family's object as export and restore see it. A restored family lives in a new object under its old account id. The old object keeps its
 * rows and answers everything with an error that names the new one, so no two objects ever answer for one account.
 */
export abstract class MovableFamily extends DurableObject<FamilyBindings> {
  /** @throws Error that `readMove` reads, where the family has moved away from here */
  constructor(ctx: DurableObjectState, env: FamilyBindings) {
    super(ctx, env);
    const to = ctx.storage.kv.get<string>(MOVED);
    if (to !== undefined) throw new Error(`${MOVED_TEXT}${to}`);
  }

  protected get isFilling(): boolean {
    return this.ctx.storage.kv.get(FILLING) === true;
  }

  /** Brings tables and rows to their newest form. True when something was done. */
  protected abstract bringUpToDate(): boolean;

  /** All rows and single values as they are at this instant, as lines of an export. */
  exportRows(): ReadableStream<Uint8Array> {
    const pieces = this.ctx.storage.transactionSync(() => readLines(this.ctx.storage, [MOVED, FILLING])).values();
    const encoder = new TextEncoder();
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const next = pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
    });
  }

  /** Empties this object and makes its tables those of `version`, to be filled. */
  async beginFilling(version: number): Promise<void> {
    const { storage } = this.ctx;
    await storage.deleteAll();
    storage.kv.put(FILLING, true);
    await storage.setAlarm(Date.now() + FILL_WITHIN_MS);
    migrateTo(storage, version);
    // This row is written again from the export.
    storage.sql.exec('DELETE FROM migration');
  }

  /** Writes one line of an export. @throws Error where it does not fit the tables */
  fill(line: unknown): void {
    if (!this.isFilling) throw new Error('This object is not accepting data');
    this.ctx.storage.transactionSync(() => loadLine(this.ctx.storage, line));
  }

  /** Gives the rows of each table as they were filled in, then brings the tables up to date. The alarm is set when the family moves in. */
  async endFilling(): Promise<Record<string, number>> {
    const { storage } = this.ctx;
    const counts = countRows(storage.sql);
    storage.transactionSync(() => this.bringUpToDate());
    storage.kv.delete(FILLING);
    await storage.deleteAlarm();
    return counts;
  }

  /** Forgets what was filled in. */
  async stopFilling(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.ctx.abort('No longer accepting data');
  }

  /**
   * From now on this object answers everything with where the family is, this call included. Its rows stay. `isBroken`: where its tables
   * do not even take that mark, they are emptied for it.
   */
  async moveAway(to: string, isBroken = false): Promise<void> {
    const { storage } = this.ctx;
    if (isBroken) await storage.deleteAll();
    storage.kv.put(MOVED, to);
    await storage.deleteAlarm();
    await storage.sync();
    this.ctx.abort(`${MOVED_TEXT}${to}`);
  }
}
