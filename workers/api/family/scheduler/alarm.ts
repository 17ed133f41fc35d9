import { reportBug } from '#workers/api/on-error';
import type { Actor, FamilyObject } from '../core/call-context';
import { runSampleWork, type SampleWork } from '../samples/sweep';
import { type Due, listDue, nextDue, setRetry } from '../store/due.queries';
import { type DueWork, FAILED_RETRY_MS, runDue } from './run-due';

export const CLOCK: Actor = { kind: 'clock', id: '' };

/** The family's single alarm. Sets the alarm and does the due work (docs/architecture.md). */
export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #family: FamilyObject;
  readonly #set: (at: number | null) => void;
  /** The instant to which the alarm is set (epoch ms). Null if unset or unknown, for example after an eviction. */
  #armedFor: number | null = null;
  #isRinging = false;

  /** `set` passes an instant on the family's clock to the platform; null deletes the alarm. */
  constructor(ctx: DurableObjectState, family: FamilyObject, set: (at: number | null) => void) {
    this.#ctx = ctx;
    this.#family = family;
    this.#set = set;
  }

  /**
   * Sets the alarm to the next due instant. Skips the write if the alarm is already set to it. Sets an overdue alarm again, because it may
   * have been lost.
   */
  arm(): void {
    if (this.#isRinging) return;
    const next = nextDue(this.#ctx.storage.sql);
    if (next !== null && next === this.#armedFor && next > this.#family.now()) return;
    this.#armedFor = next;
    this.#set(next);
  }

  /** Deletes the alarm. Call it before deleting the storage. */
  async drop(): Promise<void> {
    this.#armedFor = null;
    await this.#ctx.storage.deleteAlarm();
  }

  /**
   * Does all due work, deletes the due files, and sends the due emails and jobs to the queue. If the provisional family has expired, sends
   * nothing and returns `hasLapsed`.
   */
  async ring(): Promise<{ hasLapsed: boolean }> {
    const work: DueWork = { mails: [], jobs: [], files: [], samples: new Set(), hasLapsed: false };
    this.#armedFor = null;
    // The alarm is set once, after all work. No await in between, so this write commits together with the first transaction.
    this.#isRinging = true;
    try {
      for (const due of listDue(this.#ctx.storage.sql, this.#family.now())) this.#runDue(due, work);
    } finally {
      this.#isRinging = false;
    }
    if (work.hasLapsed) return { hasLapsed: true };
    this.arm();
    await Promise.all(work.files.map((key) => this.#deleteFile(key)));
    await this.#runSampleWork(work.samples);
    const { OUTBOX } = this.#family.bindings;
    for (const job of work.jobs) await OUTBOX.send(job);
    for (const { id, message } of work.mails) await OUTBOX.send({ ...message, accountId: this.#family.accountId, outboxId: id });
    return { hasLapsed: false };
  }

  /**
   * Does one piece of due work in its own transaction, so that a bug in it doesn't stop the others. Failed work is due again after
   * FAILED_RETRY_MS.
   */
  #runDue(due: Due, work: DueWork): void {
    try {
      this.#family.transaction(CLOCK, (call) => runDue(call, due, work));
    } catch (error) {
      reportBug(error);
      setRetry(this.#ctx.storage.sql, due, this.#family.now() + FAILED_RETRY_MS);
    }
  }

  /** Does the work on samples that needs the bucket. After an error, reports it and leaves the work due. */
  async #runSampleWork(work: ReadonlySet<SampleWork>): Promise<void> {
    try {
      await runSampleWork(this.#family, work);
    } catch (error) {
      reportBug(error, 'samples');
    }
  }

  /** Deletes a file that no row references anymore. After an error, reports it and leaves the deletion due. */
  async #deleteFile(key: string): Promise<void> {
    try {
      await this.#family.bindings.FILES.delete(key);
      this.#family.transaction(CLOCK, (call) => call.cancelDue('file', key));
    } catch (error) {
      reportBug(error, 'file');
    }
  }
}
