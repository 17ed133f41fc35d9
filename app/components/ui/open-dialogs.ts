import { useSyncExternalStore } from 'react';

let open: ReadonlyArray<HTMLDialogElement> = [];
const readers = new Set<() => void>();

function change(next: ReadonlyArray<HTMLDialogElement>): void {
  open = next;
  for (const reader of readers) reader();
}

/** Registers an open modal dialog on top of all others. @returns a function that removes it when it closes */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** Returns the topmost modal dialog, or null. Everything outside it is inert, so toasts must be inside. */
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
