import { useEffect, useState } from 'react';

/**
 * Where nobody is signed in no key stays (A79): a chosen logout clears the browser by a header, every other one ends on the login page,
 * which calls this. `isNobodySignedIn` false: the page asks a signed-in reader whether to log out. A browser that never kept a key loads
 * nothing for it.
 */
export function useEmptiedKeys(isNobodySignedIn = true): void {
  // As the page began: a later answer must not empty what a login has just kept.
  const [isEmptied] = useState(isNobodySignedIn);
  useEffect(() => {
    if (!isEmptied) return;
    const empty = async () => {
      // A browser that cannot list what it keeps is emptied unseen.
      const kept = (await indexedDB.databases?.()) ?? [{ name: 'keys' }];
      if (kept.some(({ name }) => name === 'keys')) await (await import('~/browser/key-store')).emptyKeyStore();
    };
    // Where a browser keeps nothing, nothing is to be emptied.
    empty().catch(() => {});
  }, [isEmptied]);
}
