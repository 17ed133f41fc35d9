import { useEffect, useState } from 'react';

/**
 * Empties the browser's key store on pages where nobody is logged in (A79). Pass false for `isNobodySignedIn` if the page asks a logged-in
 * parent whether to log out. Loads no code if the browser never stored a key.
 */
export function useKeyStoreCleanup(isNobodySignedIn = true): void {
  // Uses only the initial value, because a later change must not delete a key that a login has just stored.
  const [isEmptied] = useState(isNobodySignedIn);
  useEffect(() => {
    if (!isEmptied) return;
    const empty = async () => {
      // A browser that cannot list its databases empties the store without checking.
      const kept = (await indexedDB.databases?.()) ?? [{ name: 'keys' }];
      if (kept.some(({ name }) => name === 'keys')) await (await import('#app/browser/key-store')).emptyKeyStore();
    };
    // A browser without storage has nothing to empty.
    empty().catch(() => {});
  }, [isEmptied]);
}
