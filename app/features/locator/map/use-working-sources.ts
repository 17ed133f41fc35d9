import { useCallback, useEffect, useState } from 'react';
import type { MapSource, MapSourceId } from '#app/domain/map-source';

/** A source that does not respond is asked again after this time, as the server requests (Retry-After). */
const RETRY_MS = 60_000;

/**
 * Returns the sources without those that did not respond within the last minute, and a function that reports one. The outline of the world
 * is never left out, because nothing is behind it. A browser that is offline knows nothing about a source.
 */
export function useWorkingSources(sources: ReadonlyArray<MapSource>) {
  const [failed, setFailed] = useState<ReadonlyArray<MapSourceId>>([]);
  useEffect(() => {
    if (failed.length === 0) return;
    const timer = setTimeout(() => setFailed([]), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  const reportFailed = useCallback((id: MapSourceId) => {
    if (id !== 'world' && navigator.onLine) setFailed((known) => (known.includes(id) ? known : [...known, id]));
  }, []);
  return { working: sources.filter(({ id }) => !failed.includes(id)), reportFailed };
}
