import { useEffect, useRef, useState } from 'react';
import type { StoredSample } from './sample-rows';
import type { SampleStore } from './sample-store';
import { useAccountId } from './use-picture';

/**
 * Returns all screenshots of a child, newest first; null on the server, until they are loaded, and if they can't be loaded.
 * @param version changes when the page's data shows that the list has changed, after a hint or an own action
 */
export function useKnownSamples(childId: string, version: string): ReadonlyArray<StoredSample> | null {
  const accountId = useAccountId();
  const [samples, setSamples] = useState<ReadonlyArray<StoredSample> | null>(null);
  const store = useRef<SampleStore | null>(null);
  const seen = useRef(version);
  useEffect(() => {
    if (accountId === null) return;
    let end = () => {};
    let isOver = false;
    const begin = async () => {
      const { pageSamples } = await import('./page-samples');
      if (isOver) return;
      const own = pageSamples(accountId, childId);
      store.current = own;
      const show = () => setSamples(own.get()?.samples ?? null);
      end = own.subscribe(show);
      show();
      await own.refresh();
    };
    // The page still has what the server rendered.
    begin().catch(() => {});
    return () => {
      isOver = true;
      store.current = null;
      end();
    };
  }, [accountId, childId]);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    store.current?.refresh(true).catch(() => {});
  }, [version]);
  return samples;
}
