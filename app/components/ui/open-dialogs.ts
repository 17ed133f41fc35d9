import { useSyncExternalStore } from 'react';

let open: ReadonlyArray<HTMLDialogElement> = [];
const readers = new Set<() => void>();

function change(next: ReadonlyArray<HTMLDialogElement>): void {
  open = next;
  for (const reader of readers) reader();
}

/**
 * Registers a modal dialog as the topmost one.
 * @returns a function that removes it; call it when the dialog closes
 */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** Returns the topmost modal dialog; null if none is open. Everything outside it is inert, so toasts must be inside. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
