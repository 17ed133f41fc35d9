import { lazy, Suspense } from 'react';
import { addTexts } from '#app/browser/page-texts';
import { useHydrated } from '#app/components/ui/use-hydrated';

// Loaded only if the key may need work. If loading fails, the next page tries again.
const KeyGuard = lazy(() =>
  Promise.all([import('./key-guard'), addTexts('keys')]).then(
    ([{ KeyGuard }]) => ({ default: KeyGuard }),
    () => ({ default: () => null }),
  ),
);

/**
 * Unlocks or creates the account key in the background of logged-in pages, and asks the parent only if necessary. Does nothing without
 * script (A68).
 */
export function KeyMount({ hasWork }: { hasWork: boolean }) {
  const isHydrated = useHydrated();
  if (!hasWork || !isHydrated) return null;
  return (
    <Suspense>
      <KeyGuard />
    </Suspense>
  );
}
