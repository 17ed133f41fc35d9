import type { MapSourceId } from '#app/domain/map-source.ts';

/** A source that does not respond is asked again after this time, as the server requests (Retry-After). */
const RETRY_MS = 60_000;

/**
 * Remembers the sources that did not respond within the last minute, and tells `onChange` about them. The outline of the world never counts,
 * because nothing is behind it. A browser that is offline knows nothing about a source.
 */
export function createFailedSources(onChange: (failed: ReadonlyArray<MapSourceId>) => void) {
  let failed: ReadonlyArray<MapSourceId> = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: ReadonlyArray<MapSourceId>) => {
    clearTimeout(timer);
    failed = next;
    timer = failed.length === 0 ? undefined : setTimeout(() => set([]), RETRY_MS);
    onChange(failed);
  };
  return {
    report: (id: MapSourceId) => {
      if (id !== 'world' && navigator.onLine && !failed.includes(id)) set([...failed, id]);
    },
    end: () => clearTimeout(timer),
  };
}
