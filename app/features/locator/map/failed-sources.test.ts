import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MapSourceId } from '#app/domain/map-source.ts';
import { createFailedSources } from './failed-sources.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  const told: Array<ReadonlyArray<MapSourceId>> = [];
  return { told, sources: createFailedSources((failed) => told.push(failed)) };
}

describe('createFailedSources', () => {
  test('leaves out a source for a minute after its last failure, but never the world', () => {
    const { told, sources } = watch();
    sources.report('town');
    sources.report('town');
    sources.report('world');
    expect(told).toEqual([['town']]);
    vi.advanceTimersByTime(30_000);
    sources.report('archive');
    expect(told.at(-1)).toEqual(['town', 'archive']);
    vi.advanceTimersByTime(59_999);
    expect(told).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(told.at(-1)).toEqual([]);
  });

  test('counts nothing while the browser is offline, and nothing after its end', () => {
    const { told, sources } = watch();
    vi.stubGlobal('navigator', { onLine: false });
    sources.report('town');
    vi.stubGlobal('navigator', { onLine: true });
    expect(told).toEqual([]);
    sources.report('town');
    sources.end();
    vi.advanceTimersByTime(120_000);
    expect(told).toEqual([['town']]);
  });
});
