// The api Worker for the benchmark of the gallery: the tests' Worker, with families that take thousands of samples at once. No production
// entry imports this file.

import type { AnnounceBody } from '#app/wire/samples';
import type { ApiEnv } from '#workers/api/env';
import { insertSample, nextUpdate, objectKey, setObjects } from '#workers/api/family/store/sample.queries';
import testApi, { Family as TestFamily } from './api';

export { Directory, Internal, Operator } from './api';

/** Sealed samples of one device. `thumb`: the sealed thumbnail in base64. */
type Filling = { accountId: string; deviceId: string; samples: Array<{ body: AnnounceBody; thumb: string }> };

export class Family extends TestFamily {
  /** Inserts samples as after a complete upload. The limit per day and the checks of an announcement do not apply. */
  fill(deviceId: string, bodies: ReadonlyArray<AnnounceBody>): void {
    const { storage } = this.ctx;
    const { sql } = storage;
    const now = this.now();
    storage.transactionSync(() => {
      for (const body of bodies) {
        insertSample(sql, deviceId, body, { at: body.sample_ts, now });
        const objects = body.objects.map((object) => ({ ...object, storedAt: now, isMissing: false }));
        setObjects(sql, body.sample_id, { objects, state: 'stored', updatedAt: nextUpdate(sql, now) });
      }
    });
  }
}

type SamplesEnv = Omit<ApiEnv, 'FAMILY'> & { FAMILY: DurableObjectNamespace<Family> };

export default {
  ...testApi,
  async fetch(request: Request, env: SamplesEnv, ctx: ExecutionContext): Promise<Response> {
    if (!request.url.endsWith('/bench/samples')) {
      return testApi.fetch(request, env as unknown as Parameters<typeof testApi.fetch>[1], ctx);
    }
    const { accountId, deviceId, samples } = await request.json<Filling>();
    await Promise.all(
      samples.map(({ body, thumb }) => env.FILES.put(objectKey(accountId, body.sample_id, 'thumb'), Buffer.from(thumb, 'base64'))),
    );
    await env.FAMILY.get(env.FAMILY.idFromString(accountId)).fill(
      deviceId,
      samples.map(({ body }) => body),
    );
    return new Response(null, { status: 204 });
  },
};
