import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MapSource, MapSourceId } from '#app/domain/map-source';
import { useWorkingSources } from './use-working-sources';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const source = (id: MapSourceId): MapSource => ({
  id,
  version: '1',
  minZoom: 0,
  maxZoom: 3,
  bounds: [-180, -85, 180, 85],
  attribution: null,
});
const ALL = (['town', 'archive', 'world'] as const).map(source);
const ids = (found: ReturnType<typeof useWorkingSources>) => found.working.map(({ id }) => id);

describe('useWorkingSources', () => {
  test('leaves out a source that failed for a minute, but never the world', () => {
    vi.useFakeTimers();
    const { result } = renderHook(() => useWorkingSources(ALL));
    act(() => result.current.reportFailed('town'));
    act(() => result.current.reportFailed('world'));
    expect(ids(result.current)).toEqual(['archive', 'world']);
    act(() => void vi.advanceTimersByTime(59_999));
    expect(ids(result.current)).toEqual(['archive', 'world']);
    act(() => void vi.advanceTimersByTime(1));
    expect(ids(result.current)).toEqual(['town', 'archive', 'world']);
  });

  test('keeps all sources while the browser is offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { result } = renderHook(() => useWorkingSources(ALL));
    act(() => result.current.reportFailed('town'));
    expect(ids(result.current)).toEqual(['town', 'archive', 'world']);
  });
});
