import { reportBug } from '#workers/api/on-error';
import type { Actor, FamilyObject } from '../core/call-context';
import { type Due, listDue, nextDue, setRetry } from '../store/due.queries';
import { type DueWork, FAILED_RETRY_MS, runDue } from './run-due';

export const CLOCK: Actor = { kind: 'clock', id: '' };

/** The family's single alarm: sets it and does the due work (docs/architecture.md). */
export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #family: FamilyObject;
  readonly #set: (at: number | null) => void;
  /** The instant it is set to; null if unset or unknown. After an eviction it is set again. */
  #armedFor: number | null = null;
  #isRinging = false;

  /** `set` passes an instant on the family's clock to the platform; null deletes the alarm. */
  constructor(ctx: DurableObjectState, family: FamilyObject, set: (at: number | null) => void) {
    this.#ctx = ctx;
    this.#family = family;
    this.#set = set;
  }

  /** Sets the alarm to the next due instant. Skips the write if it is already set to that, unless it is overdue, because it may be lost. */
  arm(): void {
    if (this.#isRinging) return;
    const next = nextDue(this.#ctx.storage.sql);
    if (next !== null && next === this.#armedFor && next > this.#family.now()) return;
    this.#armedFor = next;
    this.#set(next);
  }

  /** Deletes the alarm, before the storage is deleted. */
  async drop(): Promise<void> {
    this.#armedFor = null;
    await this.#ctx.storage.deleteAlarm();
  }

  /**
   * Does what is due now and sends the outbox's emails to the queue. If the provisional family has expired, sends nothing and returns
   * `hasLapsed`.
   */
  async ring(): Promise<{ hasLapsed: boolean }> {
    const work: DueWork = { mails: [], jobs: [], files: [], hasLapsed: false };
    this.#armedFor = null;
    // Set once, after all work. Nothing waits in between, so it commits together with the first transaction.
    this.#isRinging = true;
    try {
      for (const due of listDue(this.#ctx.storage.sql, this.#family.now())) this.#runDue(due, work);
    } finally {
      this.#isRinging = false;
    }
    if (work.hasLapsed) return { hasLapsed: true };
    this.arm();
    await Promise.all(work.files.map((key) => this.#deleteFile(key)));
    const { OUTBOX } = this.#family.bindings;
    for (const job of work.jobs) await OUTBOX.send(job);
    for (const { id, message } of work.mails) await OUTBOX.send({ ...message, accountId: this.#family.accountId, outboxId: id });
    return { hasLapsed: false };
  }

  /** Runs each piece of work in its own transaction, so that a bug in one doesn't stop the others. */
  #runDue(due: Due, work: DueWork): void {
    try {
      this.#family.transaction(CLOCK, (call) => runDue(call, due, work));
    } catch (error) {
      reportBug(error);
      setRetry(this.#ctx.storage.sql, due, this.#family.now() + FAILED_RETRY_MS);
    }
  }

  /** Deletes a file that no row references anymore. After an error, the deletion stays due. */
  async #deleteFile(key: string): Promise<void> {
    try {
      await this.#family.bindings.FILES.delete(key);
      this.#family.transaction(CLOCK, (call) => call.cancelDue('file', key));
    } catch (error) {
      reportBug(error, 'file');
    }
  }
}
