// The api Worker for tests (A130): the same code, with families whose clock can be stopped and moved. No production entry imports this
// file, so no clock can be moved in production.

import type { ApiEnv } from '#workers/api/env';
import { Family as RealFamily } from '#workers/api/family/family';
import { type Due, findDue, listDue, nextDue } from '#workers/api/family/store/due.queries';
import real from '#workers/api/index';

export { Directory } from '#workers/api/directory/directory';
export { Internal } from '#workers/api/internal';
export { Operator } from '#workers/api/operator';

/** Work that is sent to the queue repeatedly until the queue answers. The queue runs in real time, not on the moved clock. */
const QUEUED_KINDS = ['outbox', 'address', 'takeover', 'purge'];
/** After this time without an answer, the queue counts as down. */
const QUEUE_WAIT_MS = 3_000;

export class Family extends RealFamily {
  override now(): number {
    return this.ctx.storage.kv.get<number>('test-now') ?? Date.now();
  }

  protected override setAlarm(at: number | null): void {
    if (this.ctx.storage.kv.get('test-now') === undefined) super.setAlarm(at);
    else void this.ctx.storage.deleteAlarm();
  }

  /** Stops this family's clock at `at`. Runs everything that falls due in between, each at its due time. */
  async advanceTo(at: number): Promise<void> {
    const { kv, sql } = this.ctx.storage;
    const asked = new Set<string>();
    for (let next = nextDue(sql); next !== null && next <= at; next = nextDue(sql)) {
      if (await this.#hasBeenAnswered(listDue(sql, next), asked)) continue;
      const hasSync = listDue(sql, next).some(({ kind }) => kind === 'billing');
      kv.put('test-now', Math.max(next, this.now()));
      await this.alarm();
      if (hasSync) await this.#waitForSync();
    }
    kv.put('test-now', at);
    await this.ctx.storage.deleteAlarm();
  }

  /** Waits until the queue has synced the subscriptions, because the sync decides what is due next. */
  async #waitForSync(): Promise<void> {
    const at = findDue(this.ctx.storage.sql, 'billing', '');
    const giveUpAt = Date.now() + QUEUE_WAIT_MS;
    while (findDue(this.ctx.storage.sql, 'billing', '') === at && Date.now() < giveUpAt) await scheduler.wait(5);
  }

  /**
   * Waits once for the queue's answer before the same work is queued again within one move of the clock. Otherwise, a move by half a year
   * would queue an email once per hour before its first delivery.
   * @returns whether an answer came
   */
  async #hasBeenAnswered(dues: Array<Due>, asked: Set<string>): Promise<boolean> {
    let isAnswered = false;
    for (const { kind, id, at } of dues.filter((due) => QUEUED_KINDS.includes(due.kind))) {
      const [first, again] = [`${kind} ${id}`, `again ${kind} ${id}`];
      if (!asked.has(first)) asked.add(first);
      else if (!asked.has(again)) {
        asked.add(again);
        const giveUpAt = Date.now() + QUEUE_WAIT_MS;
        const isWaiting = () => findDue(this.ctx.storage.sql, kind, id) === at;
        while (isWaiting() && Date.now() < giveUpAt) await scheduler.wait(5);
        isAnswered ||= !isWaiting();
      }
    }
    return isAnswered;
  }
}

type TestEnv = Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };

export default {
  ...real,
  /** Handles POST /test/clock {accountId, at}. It runs inside the Worker, because a stub in the test process would block eviction. */
  async fetch(request: Request, env: TestEnv, ctx: ExecutionContext): Promise<Response> {
    if (!request.url.endsWith('/test/clock')) return real.fetch(request, env as unknown as ApiEnv, ctx);
    const { accountId, at } = await request.json<{ accountId: string; at: number }>();
    await env.FAMILY.get(env.FAMILY.idFromString(accountId)).advanceTo(at);
    return new Response(null, { status: 204 });
  },
};
