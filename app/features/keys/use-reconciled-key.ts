import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { expireLoads } from '#app/browser/page-load';
import type { ReconciledKey } from './reconcile-key';

/** State of the key on this page: loading, unknown because loading failed, or settled. */
export type KeyLook = { kind: 'looking' } | { kind: 'unknown' } | { kind: 'settled'; settled: ReconciledKey };

/**
 * Unlocks or creates the key if that needs no input, and returns the remaining step. Runs again when `version` (the key in the page's data)
 * changes. `again` also reloads the page's data.
 */
export function useReconciledKey(version: string): { look: KeyLook; again: () => void } {
  const { revalidate } = useRevalidator();
  const [look, setLook] = useState<KeyLook>({ kind: 'looking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for another version or round.
  useEffect(() => {
    let isOver = false;
    const settle = async () => (await import('./reconcile-key')).reconcileKey();
    settle().then(
      (settled) => isOver || setLook({ kind: 'settled', settled }),
      () => isOver || setLook({ kind: 'unknown' }),
    );
    return () => {
      isOver = true;
    };
  }, [version, round]);
  const again = useCallback(() => {
    setRound((before) => before + 1);
    // Cached page data still has the old key.
    expireLoads();
    revalidate();
  }, [revalidate]);
  return { look, again };
}
