import { SAMPLES_PER_FETCH } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import type { Parent } from '#app/server/guards.server';
import { getSampleMeta, type SampleMetaWire } from '#app/wire/samples';
import { packRows, type StoredSample } from './sample-rows';

/**
 * Answers a page that keeps the list of a child's screenshots: those that changed after `?since=`, or all of them (GAL-038, GAL-039).
 * Refuses a foreign child with 404 (GAL-002).
 */
export async function answerSampleRows(request: Request, { account, api }: Parent, childId: string | undefined): Promise<Response> {
  const child = account.children.find(({ id }) => id === childId);
  if (child === undefined) return new Response(null, { status: 404 });
  const since = new URL(request.url).searchParams.get('since');
  if (since !== null && !/^\d{1,15}$/.test(since)) return new Response(null, { status: 400 });
  const wire: Array<SampleMetaWire> = [];
  for (let after: Instant | undefined = since === null ? undefined : Number(since); ; ) {
    const request_args = {
      user_id: child.id,
      limit: SAMPLES_PER_FETCH,
      brief: true,
      ...(after === undefined ? {} : { updated_ts: after }),
    };
    const body = { request_type: 'get_sample_meta' as const, request_args };
    // A read, but sent as a POST, which needs a key.
    const some = await api.call(getSampleMeta, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
    wire.push(...some);
    if (some.length < SAMPLES_PER_FETCH) break;
    after = some.at(-1)?.updated_ts;
  }
  const changes = {
    samples: wire.filter(({ deleted }) => !deleted).map(fromWireMeta),
    gone: wire.filter(({ deleted }) => deleted).map(({ sample_id }) => sample_id),
    newest: wire.at(-1)?.updated_ts ?? null,
  };
  return Response.json(packRows(changes), { headers: { 'Cache-Control': 'no-store' } });
}

function fromWireMeta({ sample_id, sample_ts, updated_ts, device_id, ocr_summary, thumbnails, screens }: SampleMetaWire): StoredSample {
  return {
    id: sample_id,
    at: sample_ts,
    updatedAt: updated_ts,
    deviceId: device_id,
    hits: ocr_summary,
    isMissing: thumbnails.missing || screens.every(({ missing }) => missing),
  };
}
