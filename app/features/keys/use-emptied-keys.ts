import { useEffect } from 'react';

/**
 * Where nobody is signed in no key stays (A79): a chosen logout clears the browser by a header, every other one ends on the login page,
 * which calls this. A browser that never kept a key loads nothing for it.
 */
export function useEmptiedKeys(): void {
  useEffect(() => {
    const empty = async () => {
      // A browser that cannot list what it keeps is emptied unseen.
      const kept = (await indexedDB.databases?.()) ?? [{ name: 'keys' }];
      if (kept.some(({ name }) => name === 'keys')) await (await import('~/browser/key-store')).emptyKeyStore();
    };
    // Where a browser keeps nothing, nothing is to be emptied.
    empty().catch(() => {});
  }, []);
}
