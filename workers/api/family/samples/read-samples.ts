import { SAMPLES_PER_FETCH } from '#app/domain/sample-config';
import { localDate } from '#app/domain/time';
import { NO_HITS, type OcrSummaryWire, ocrSummarySchema, type SampleMetaWire, type SampleStatsWire } from '#app/wire/samples';
import type { CallContext } from '../core/call-context';
import type { ChildRow } from '../store/child.queries';
import { listChangedSamples, type StoredSample } from '../store/sample.queries';
import { listSampleFacts, type SampleFacts } from '../store/sample-facts.queries';

/** Returns the numbers of samples of these children (GAL-050). */
export function readStats(call: CallContext, children: ReadonlyArray<ChildRow>): Array<SampleStatsWire> {
  const facts = listSampleFacts(call.sql);
  return children.map((child) =>
    toStats(
      child,
      facts.filter(({ child_id }) => child_id === child.id),
    ),
  );
}

function toStats({ id, time_zone }: ChildRow, facts: ReadonlyArray<SampleFacts>): SampleStatsWire {
  const groups = (keyOf: (one: SampleFacts) => string) => [...Map.groupBy(facts, keyOf)];
  return {
    user_id: id,
    ...countsOf(facts),
    ocr_summary: facts.filter(({ has_hits }) => has_hits === 1).reduce(addHits, NO_HITS),
    devices: groups(({ device_id }) => device_id).map(([device_id, some]) => ({ device_id, ...countsOf(some) })),
    days: groups(({ at }) => localDate(at, time_zone)).map(([date, some]) => ({ date, ...countsOf(some) })),
    last_sample_ts: facts[0]?.at ?? null,
    bytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function countsOf(facts: ReadonlyArray<SampleFacts>): { samples: number; with_hits: number } {
  return { samples: facts.length, with_hits: facts.filter(({ has_hits }) => has_hits === 1).length };
}

function addHits(sum: OcrSummaryWire, { hits_json }: SampleFacts): OcrSummaryWire {
  const hits = ocrSummarySchema.parse(JSON.parse(hits_json));
  return {
    custom: sum.custom + hits.custom,
    profanity: sum.profanity + hits.profanity,
    sexual_content: sum.sexual_content + hits.sexual_content,
    substance_abuse: sum.substance_abuse + hits.substance_abuse,
    violence: sum.violence + hits.violence,
    uncategorized: sum.uncategorized + hits.uncategorized,
  };
}

/** Returns the changed samples of a child, deleted ones included (GAL-038, GAL-039). `brief`: without the wrapped keys. */
export function readMeta(
  call: CallContext,
  child: ChildRow,
  { updated_ts: since = 0, limit = SAMPLES_PER_FETCH, brief = false }: { updated_ts?: number; limit?: number; brief?: boolean },
): Array<SampleMetaWire> {
  const samples = listChangedSamples(call.sql, child.id, since, limit).map(toMeta);
  return brief ? samples.map((sample) => ({ ...sample, keys: [] })) : samples;
}

function toMeta(stored: StoredSample): SampleMetaWire {
  // A hidden sample looks like a deleted one, so that every client removes its images.
  const sample = stored.state === 'leaving' ? { ...stored, objects: [], keys: [], hits: NO_HITS } : stored;
  const thumb = sample.objects.find(({ kind }) => kind === 'thumb');
  return {
    sample_id: sample.id,
    user_id: sample.child_id,
    device_id: sample.device_id,
    sample_ts: sample.at,
    updated_ts: sample.updated_at,
    deleted: sample.state !== 'stored',
    cause: sample.cause,
    screens: sample.objects.filter(isScreen).map(({ kind, iv, bytes, isMissing }) => ({ kind, iv, bytes, missing: isMissing })),
    thumbnails: { iv: thumb?.iv ?? null, url: null, missing: thumb?.isMissing ?? false },
    keys: sample.keys,
    ocr_summary: sample.hits,
    objects_gone_ts: sample.gone_at,
  };
}

/** True for a screen, as opposed to the thumbnail and the details. */
export function isScreen({ kind }: { kind: string }): boolean {
  return kind.startsWith('screen-');
}
