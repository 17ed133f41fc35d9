import { reportBug } from '../../on-error';
import type { Actor, FamilyObject } from '../core/call';
import { type Due, listDue, nextDue, setRetry } from '../store/due.queries';
import { type DueWork, FAILED_RETRY_MS, runDue } from './run-due';

export const CLOCK: Actor = { kind: 'clock', id: '' };

/** The family's one alarm: what it is set to, and what is done when it rings (docs/architecture.md). */
export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #family: FamilyObject;
  readonly #set: (at: number | null) => void;
  /** What it is set to ring for; null where it is not set, or nobody knows. An object that wakes sets it once more. */
  #armedFor: number | null = null;
  #isRinging = false;

  /** `set` hands an instant of the family's clock to the platform, or with null takes the alarm away. */
  constructor(ctx: DurableObjectState, family: FamilyObject, set: (at: number | null) => void) {
    this.#ctx = ctx;
    this.#family = family;
    this.#set = set;
  }

  /** Sets it to the next due thing. Setting it is a write: not again to what it is set to. One that is overdue may be lost. */
  arm(): void {
    if (this.#isRinging) return;
    const next = nextDue(this.#ctx.storage.sql);
    if (next !== null && next === this.#armedFor && next > this.#family.now()) return;
    this.#armedFor = next;
    this.#set(next);
  }

  /** Takes it away, before everything is. */
  async drop(): Promise<void> {
    this.#armedFor = null;
    await this.#ctx.storage.deleteAlarm();
  }

  /** Does what is due now and hands over the mails of the outbox; of a provisional family that lapses only says so. */
  async ring(): Promise<{ hasLapsed: boolean }> {
    const work: DueWork = { mails: [], errands: [], files: [], hasLapsed: false };
    this.#armedFor = null;
    // Set once, when all is done: no wait lies between, so it commits with the first of them.
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
    for (const errand of work.errands) await OUTBOX.send(errand);
    for (const { id, message } of work.mails) await OUTBOX.send({ ...message, accountId: this.#family.accountId, outboxId: id });
    return { hasLapsed: false };
  }

  /** Each in a transaction of its own: a bug in one keeps no other from being done. */
  #runDue(due: Due, work: DueWork): void {
    try {
      this.#family.act(CLOCK, (call) => runDue(call, due, work));
    } catch (error) {
      reportBug(error);
      setRetry(this.#ctx.storage.sql, due, this.#family.now() + FAILED_RETRY_MS);
    }
  }

  /** Deletes a file that no row names any more. What fails stays due. */
  async #deleteFile(key: string): Promise<void> {
    try {
      await this.#family.bindings.FILES.delete(key);
      this.#family.act(CLOCK, (call) => call.notDue('file', key));
    } catch (error) {
      reportBug(error, 'file');
    }
  }
}
