import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { expireLoads } from '~/browser/page-load';
import type { ReconciledKey } from './reconcile-key';

/** Where a page stands with the key: what was settled, that it is being looked up, or that it cannot be told. */
export type KeyLook = { kind: 'looking' } | { kind: 'unknown' } | { kind: 'settled'; settled: ReconciledKey };

/**
 * Opens or makes the key where that needs no word, and says what is left. Looked up again whenever `version` (the key as the page's own
 * data have it) changes, and by `again`, which loads the page's data anew too.
 */
export function useReconciledKey(version: string): { look: KeyLook; again: () => void } {
  const { revalidate } = useRevalidator();
  const [look, setLook] = useState<KeyLook>({ kind: 'looking' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or round is another look.
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
    // What pages keep is of the key as it was.
    expireLoads();
    revalidate();
  }, [revalidate]);
  return { look, again };
}
