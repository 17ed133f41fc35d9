import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/components/ui/use-hydrated';

// If loading fails, no question is shown; the next page load tries again.
const UnsavedChangesDialog = lazy(() =>
  import('./unsaved-changes-dialog').then(
    ({ UnsavedChangesDialog }) => ({ default: UnsavedChangesDialog }),
    () => ({ default: () => null }),
  ),
);

/** Mounts the unsaved changes dialog. Renders nothing without JavaScript, where each dialog is a separate page. */
export function UnsavedChangesMount() {
  return useHydrated() ? (
    <Suspense>
      <UnsavedChangesDialog />
    </Suspense>
  ) : null;
}
