import { useEffect, useRef } from 'react';

/** Once a legacy account has become a modern one on this page, its key is made or locked anew at once (ACCT-028). */
export function useUpgradedKey(isLegacy: boolean): void {
  const wasLegacy = useRef(isLegacy);
  useEffect(() => {
    if (isLegacy || !wasLegacy.current) return;
    wasLegacy.current = false;
    // Where it does not succeed, the next sign-in makes the key.
    import('~/features/keys/settle').then(({ settleKey }) => settleKey()).catch(() => {});
  }, [isLegacy]);
}
