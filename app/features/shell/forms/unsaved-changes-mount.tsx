import { lazy, Suspense } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';

// Where it cannot be had nothing is asked, and the next document tries again.
const UnsavedChangesDialog = lazy(() =>
  import('./unsaved-changes-dialog').then(
    ({ UnsavedChangesDialog }) => ({ default: UnsavedChangesDialog }),
    () => ({ default: () => null }),
  ),
);

/** Keeps what is typed from being thrown away unasked. Nothing without script, where the browser leaves no page below a window. */
export function UnsavedChangesMount() {
  return useHydrated() ? (
    <Suspense>
      <UnsavedChangesDialog />
    </Suspense>
  ) : null;
}
