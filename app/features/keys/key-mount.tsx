import { lazy, Suspense } from 'react';
import { addTexts } from '~/browser/page-texts';
import { useHydrated } from '~/components/ui/use-hydrated';

// Fetched when there may be something to do; where it cannot be had, the next page tries again.
const KeyGuard = lazy(() =>
  Promise.all([import('./key-guard'), addTexts('keys')]).then(
    ([{ KeyGuard }]) => ({ default: KeyGuard }),
    () => ({ default: () => null }),
  ),
);

/** Opens or makes the account's key in the background of signed-in pages, and asks where that takes a word. Nothing without script (A68). */
export function KeyMount({ hasWork }: { hasWork: boolean }) {
  const isHydrated = useHydrated();
  if (!hasWork || !isHydrated) return null;
  return (
    <Suspense>
      <KeyGuard />
    </Suspense>
  );
}
