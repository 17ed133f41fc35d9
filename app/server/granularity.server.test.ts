import { describe, expect, test } from 'vitest';
import { type Directive, directiveOf, type Granularity } from '#app/domain/app-rules';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { getGranularity, putGranularity } from '#app/wire/granularity';
import { changeGranularity, compareWithStored } from './granularity.server';

type Patch = { app_directives: Record<string, Directive> };

/** Creates a fake API for app rules. `others` are changes by another parent that arrive just before each of ours. */
function familyOf(directives: Record<string, Directive>, others: Array<Record<string, Directive>> = []) {
  let version = 1;
  const set = (some: Record<string, Directive>) => {
    Object.assign(directives, some);
    version += 1;
  };
  const keys: Array<string> = [];
  const answers = new Map<unknown, (body: { updated_ts: number; patch: Patch }, key: string) => unknown>([
    [getGranularity, () => [{ app_directives: { ...directives }, updated_ts: version }]],
    [
      putGranularity,
      ({ updated_ts, patch }, key) => {
        const other = others.shift();
        if (other !== undefined) set(other);
        if (updated_ts !== version) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale' });
        set(patch.app_directives);
        keys.push(key);
      },
    ],
  ]);
  const call = async (endpoint: unknown, { body }: { body: never }, given?: { idempotencyKey: string }) =>
    answers.get(endpoint)?.(body, given?.idempotencyKey ?? '');
  const tap = (to: Directive, read: Directive) =>
    changeGranularity(
      { call } as never,
      'mia',
      {
        patch: { app_directives: { chess: to } },
        compareStored: (stored: Granularity) => compareWithStored<Directive>(directiveOf(stored, 'chess'), read, to),
      },
      'key',
    );
  return { directives, tap, keys };
}

describe('changeGranularity', () => {
  test('retries after a change to another app, and refuses after a change to the same app', async () => {
    const { directives, tap } = familyOf({}, [{ video: 'N' }, { racer: 'A' }]);
    await tap('N', 'S');
    expect(directives).toEqual({ video: 'N', racer: 'A', chess: 'N' });
    const same = familyOf({}, [{ video: 'N' }, { chess: 'A' }]);
    await expect(same.tap('N', 'S')).rejects.toMatchObject({ details: { reason: 'stale' } });
    expect(same.directives).toEqual({ video: 'N', chess: 'A' });
  });

  test('reports a conflict after repeated changes by others', async () => {
    const { tap } = familyOf(
      {},
      Array.from({ length: 9 }, (_, index) => ({ [`app${index}`]: 'N' as const })),
    );
    await expect(tap('N', 'S')).rejects.toMatchObject({ details: { reason: 'stale' } });
  });

  test('does not treat a repeated tap as a replay when another change came in between', async () => {
    const { directives, tap, keys } = familyOf({});
    await tap('N', 'S');
    await tap('S', 'N');
    await tap('N', 'S');
    expect(directives).toEqual({ chess: 'N' });
    expect(new Set(keys).size).toBe(3);
  });
});
