import { DurableObject } from 'cloudflare:workers';
import type { FamilyBindings } from '#workers/api/bindings';
import { countRows, loadLine, readLines } from './rows-as-lines';
import { migrateTo, removeVersion } from './schema';

/** Storage key in an object whose family has moved: the id of the new object. */
const MOVED = 'moved';
/** Storage key in an object that is being filled from an export. */
const IMPORTING = 'filling';
/** An object whose fill is not finished within this time is emptied. */
const IMPORT_TIMEOUT_MS = 60 * 60_000;

const MOVED_TEXT = 'This family has moved to the object ';

/** Returns the id of the new object from the error that the old one throws; null for any other error. */
export function readRedirect(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  return message.startsWith(MOVED_TEXT) ? message.slice(MOVED_TEXT.length) : null;
}

/**
 * Base class that lets a family be exported and restored. A restored family lives in a new object under its old account id. The old object
 * keeps its rows, but answers everything with an error that names the new object. So two objects never serve one account.
 */
export abstract class MovableFamily extends DurableObject<FamilyBindings> {
  /** @throws Error for `readRedirect` if the family has moved to another object */
  constructor(ctx: DurableObjectState, env: FamilyBindings) {
    super(ctx, env);
    const to = ctx.storage.kv.get<string>(MOVED);
    if (to !== undefined) throw new Error(`${MOVED_TEXT}${to}`);
  }

  protected get isImporting(): boolean {
    return this.ctx.storage.kv.get(IMPORTING) === true;
  }

  /** Migrates tables and rows to the newest version. Returns true if anything changed. */
  protected abstract migrateRows(): boolean;

  /** Returns all rows and key-value entries at this instant as export lines. */
  exportRows(): ReadableStream<Uint8Array> {
    const pieces = this.ctx.storage.transactionSync(() => readLines(this.ctx.storage, [MOVED, IMPORTING])).values();
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

  /** Empties this object and creates the tables of `version`, ready to be filled. */
  async beginImport(version: number): Promise<void> {
    const { storage } = this.ctx;
    await storage.deleteAll();
    storage.kv.put(IMPORTING, true);
    await storage.setAlarm(Date.now() + IMPORT_TIMEOUT_MS);
    migrateTo(storage, version);
    // The export contains the version row.
    removeVersion(storage.sql);
  }

  /**
   * Writes one line of an export.
   * @throws Error if the line does not fit the tables
   */
  importLine(line: unknown): void {
    if (!this.isImporting) throw new Error('This object is not accepting data');
    this.ctx.storage.transactionSync(() => loadLine(this.ctx.storage, line));
  }

  /**
   * Migrates the filled tables and returns their row counts from before the migration. The alarm is set later, when the family moves to
   * this object.
   */
  async endImport(): Promise<Record<string, number>> {
    const { storage } = this.ctx;
    const counts = countRows(storage.sql);
    storage.transactionSync(() => this.migrateRows());
    storage.kv.delete(IMPORTING);
    await storage.deleteAlarm();
    return counts;
  }

  /** Deletes the imported rows and aborts the object. */
  async abortImport(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.ctx.abort('No longer accepting data');
  }

  /**
   * Makes this object answer every call, including the current one, with the family's new location. Keeps its rows. `isBroken`: the storage
   * can't store the mark, so all rows are deleted first.
   */
  async redirectTo(to: string, isBroken = false): Promise<void> {
    const { storage } = this.ctx;
    if (isBroken) await storage.deleteAll();
    storage.kv.put(MOVED, to);
    await storage.deleteAlarm();
    await storage.sync();
    this.ctx.abort(`${MOVED_TEXT}${to}`);
  }
}
