import { useEffect, useRef } from 'react';

/** Creates or re-encrypts the account key as soon as a legacy account has been upgraded on this page (ACCT-028). */
export function useUpgradedKey(isLegacy: boolean): void {
  const wasLegacy = useRef(isLegacy);
  useEffect(() => {
    if (isLegacy || !wasLegacy.current) return;
    wasLegacy.current = false;
    // Where it does not succeed, the next sign-in makes the key.
    import('~/features/keys/reconcile-key').then(({ reconcileKey }) => reconcileKey()).catch(() => {});
  }, [isLegacy]);
}
