import { describe, expect, test } from 'vitest';
import { toAccount } from '#app/server/account.server';
import type { Parent } from '#app/server/guards.server';
import { NO_HITS, type SampleMetaWire } from '#app/wire/samples';
import { ACCOUNT_WIRE, webParent } from '#tests/web-parent.ts';
import { unpackRows } from './sample-rows';
import { answerSampleRows } from './sample-rows.server';

const ADDRESS = 'https://porchlight.example/resources/samples/mia';

function wire(sample_id: string, updated_ts: number, deleted = false): SampleMetaWire {
  return {
    sample_id,
    user_id: 'mia',
    device_id: 'd',
    sample_ts: 1000,
    updated_ts,
    deleted,
    cause: 'periodic',
    screens: deleted ? [] : [{ kind: 'screen-0', iv: 'x', bytes: 40, missing: false }],
    thumbnails: { iv: null, url: null, missing: false },
    keys: [],
    ocr_summary: NO_HITS,
    objects_gone_ts: null,
  };
}

/** Returns a parent of the child Mia, and the arguments of each call. `answers`: what the API returns, in order. */
function parentWith(answers: Array<Array<SampleMetaWire>>): { parent: Parent; asked: Array<unknown>; childId: string } {
  const asked: Array<unknown> = [];
  const call = ({ request_args }: Record<string, unknown>) => {
    asked.push(request_args);
    return answers.shift() ?? [];
  };
  const children = toAccount(ACCOUNT_WIRE, 0).children;
  return { parent: webParent(call, { children }), asked, childId: children[0]?.id ?? '' };
}

describe('answerSampleRows', () => {
  test('asks for 10,000 at a time, without keys, and for the rest if there are as many (GAL-038)', async () => {
    const full = Array.from({ length: 10_000 }, (_, index) => wire(`s${index}`, index + 1));
    const { parent, asked, childId } = parentWith([full, [wire('last', 10_001), wire('gone', 10_002, true)]]);
    const response = await answerSampleRows(new Request(ADDRESS), parent, childId);
    const { samples, gone, newest } = unpackRows(await response.json());
    expect(asked).toEqual([
      { user_id: childId, limit: 10_000, brief: true },
      { user_id: childId, limit: 10_000, brief: true, updated_ts: 10_000 },
    ]);
    expect([samples.length, samples.at(-1)?.id, gone, newest]).toEqual([10_001, 'last', ['gone'], 10_002]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('asks for changes only (GAL-039)', async () => {
    const { parent, asked, childId } = parentWith([]);
    const response = await answerSampleRows(new Request(`${ADDRESS}?since=77`), parent, childId);
    expect(asked).toMatchObject([{ updated_ts: 77 }]);
    expect(unpackRows(await response.json())).toEqual({ samples: [], gone: [], newest: null });
  });

  test('tells nothing about a foreign child (GAL-002), and refuses an invalid time', async () => {
    const { parent, asked, childId } = parentWith([]);
    expect((await answerSampleRows(new Request(ADDRESS), parent, 'foreign')).status).toBe(404);
    expect((await answerSampleRows(new Request(`${ADDRESS}?since=x`), parent, childId)).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
