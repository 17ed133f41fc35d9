// The api Worker of the tests (A130): the same code, with families whose clock can be stopped and moved.
// No production entry imports this file, so production has neither the method nor the override.

import type { ApiEnv } from '../../workers/api/env';
import { nextDue } from '../../workers/api/family/due.queries';
import { Family as RealFamily } from '../../workers/api/family/family';
import real from '../../workers/api/index';

export { Directory } from '../../workers/api/directory/directory';
export { Internal } from '../../workers/api/internal';

export class Family extends RealFamily {
  override now(): number {
    return this.ctx.storage.kv.get<number>('test-now') ?? Date.now();
  }

  protected override armAlarm(): void {
    if (this.ctx.storage.kv.get('test-now') === undefined) super.armAlarm();
    else void this.ctx.storage.deleteAlarm();
  }

  /** Stops this family's clock at an instant; each thing that falls due on the way is done at its own instant. */
  async advanceTo(at: number): Promise<void> {
    const { kv, sql } = this.ctx.storage;
    for (let next = nextDue(sql); next !== null && next <= at; next = nextDue(sql)) {
      kv.put('test-now', Math.max(next, this.now()));
      await this.alarm();
    }
    kv.put('test-now', at);
    await this.ctx.storage.deleteAlarm();
  }
}

type TestEnv = Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };

export default {
  ...real,
  /** POST /test/clock {accountId, at}: inside the Worker, because a stub held by the test process blocks eviction. */
  async fetch(request: Request, env: TestEnv, ctx: ExecutionContext): Promise<Response> {
    if (!request.url.endsWith('/test/clock')) return real.fetch(request, env as unknown as ApiEnv, ctx);
    const { accountId, at } = await request.json<{ accountId: string; at: number }>();
    await env.FAMILY.get(env.FAMILY.idFromString(accountId)).advanceTo(at);
    return new Response(null, { status: 204 });
  },
};
