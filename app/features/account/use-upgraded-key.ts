import { useEffect, useRef } from 'react';

/** Creates or re-encrypts the account key once a legacy account is upgraded on this page (ACCT-028). */
export function useUpgradedKey(isLegacy: boolean): void {
  const wasLegacy = useRef(isLegacy);
  useEffect(() => {
    if (isLegacy || !wasLegacy.current) return;
    wasLegacy.current = false;
    // If this fails, the next login creates the key.
    import('#app/features/keys/reconcile-key').then(({ reconcileKey }) => reconcileKey()).catch(() => {});
  }, [isLegacy]);
}
