import { describe, expect, test } from 'vitest';
import { instantOf } from '#app/domain/time.ts';
import { listDays, PAGE_SIZE } from './list-days.ts';
import type { ListedSample } from './listed-sample.ts';

const ZONE = 'Europe/Berlin';
const ALL = { deviceIds: [], ocrFilters: [] };
const NOW = instantOf('2026-05-14', 20 * 60, ZONE);

function sample(at: number, more: Partial<ListedSample> = {}): ListedSample {
  return { id: String(at), at, deviceId: 'd1', deviceName: 'D', hits: [], isNew: false, isMissing: false, ...more };
}

const at = (date: string, hour: number, minute = 0) => instantOf(date, hour * 60 + minute, ZONE);

describe('days of the list', () => {
  test('begin at the child’s midnight, newest first, with their counts and marks', () => {
    const violent = { hits: [{ category: 'violence' as const, count: 1 }] };
    const samples = [
      sample(at('2026-05-14', 0, 1), { isNew: true }),
      sample(at('2026-05-13', 23, 59), violent),
      sample(at('2026-05-13', 12)),
      sample(at('2026-05-12', 6)),
    ];
    const { days, older } = listDays(samples, ALL, ZONE, { before: null, now: NOW });
    expect(days.map(({ date, daysAgo, total, newCount, hitCount }) => [date, daysAgo, total, newCount, hitCount])).toEqual([
      ['2026-05-14', 0, 1, 1, 0],
      ['2026-05-13', 1, 2, 0, 1],
      ['2026-05-12', 2, 1, 0, 0],
    ]);
    expect(days[1]?.marks).toEqual([
      { hour: 12, isNew: false, hasHits: false },
      { hour: 23 + 59 / 60, isNew: false, hasHits: true },
    ]);
    expect(older).toBeNull();
  });

  test('show only matching screenshots, and count all of the day', () => {
    const hits = [{ category: 'violence' as const, count: 1 }];
    const samples = [
      sample(at('2026-05-14', 3)),
      sample(at('2026-05-14', 2), { hits }),
      sample(at('2026-05-14', 1), { deviceId: 'd2', hits }),
    ];
    const filter = { deviceIds: ['d1'], ocrFilters: ['violence' as const, 'custom' as const] };
    const [day] = listDays(samples, filter, ZONE, { before: null, now: NOW }).days;
    expect(day).toMatchObject({ count: 1, total: 3, first: at('2026-05-14', 2), last: at('2026-05-14', 2) });
  });

  test('are cut into pages that lose and repeat nothing, also at equal times', () => {
    const first = at('2026-05-14', 12);
    const samples = Array.from({ length: PAGE_SIZE + 10 }, (_, index) => sample(first - Math.floor(index / 4), { id: `s${index}` }));
    const page = listDays(samples, ALL, ZONE, { before: null, now: NOW });
    const next = listDays(samples, ALL, ZONE, { before: page.olderThan, now: NOW });
    const ids = [...page.days, ...next.days].flatMap((day) => day.samples.map(({ id }) => id));
    expect(ids).toEqual(samples.map(({ id }) => id));
    expect(next.olderThan).toBeNull();
  });

  test('name the day of the next page', () => {
    const samples = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => sample(at('2026-05-14', 0, 59) - index * 60_000));
    const { older } = listDays(samples, ALL, ZONE, { before: null, now: NOW });
    expect(older).toEqual({ weekday: 3, start: at('2026-05-13', 0) });
  });

  test('have one mark per ten minutes and shape', () => {
    const samples = Array.from({ length: 96 * 2 }, (_, index) => sample(at('2026-05-14', 0) + index * 7 * 60_000)).reverse();
    const [day] = listDays(samples, ALL, ZONE, { before: null, now: NOW }).days;
    expect(day?.marks.length).toBeLessThanOrEqual(144);
  });
});
