import { lazy, Suspense, useEffect, useState } from 'react';
import { addTexts } from '#app/browser/page-texts';

// Loaded only if the key is locked. If loading fails, the screenshots stay sealed.
const UnlockDialog = lazy(() =>
  Promise.all([import('./unlock-dialog'), addTexts('keys')]).then(
    ([{ UnlockDialog }]) => ({ default: UnlockDialog }),
    () => ({ default: () => null }),
  ),
);

/** Returns whether the key is locked in this browser. False until it is read. `accountId`: null outside a session. */
export function useKeyLocked(accountId: string | null): boolean {
  const [isLocked, setLocked] = useState(false);
  useEffect(() => {
    if (accountId === null) return;
    let isOver = false;
    let end = () => {};
    const begin = async () => {
      const { readUnlockedKey, watchKeys } = await import('#app/browser/key-store');
      if (isOver) return;
      const check = async () => {
        const opened = await readUnlockedKey(accountId);
        if (!isOver) setLocked(opened === null);
      };
      end = watchKeys(() => void check());
      await check();
    };
    begin().catch(() => {});
    return () => {
      isOver = true;
      end();
    };
  }, [accountId]);
  return isLocked;
}

/** Asks for the key on pages with screenshots while it is locked in this browser (A51). `accountId`: null outside a session. */
export function UnlockGate({ accountId }: { accountId: string | null }) {
  if (!useKeyLocked(accountId)) return null;
  return (
    <Suspense>
      <UnlockDialog />
    </Suspense>
  );
}
