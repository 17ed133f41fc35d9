import { useSyncExternalStore } from 'react';

let open: ReadonlyArray<HTMLDialogElement> = [];
const readers = new Set<() => void>();

function change(next: ReadonlyArray<HTMLDialogElement>): void {
  open = next;
  for (const reader of readers) reader();
}

/** A modal dialog has opened over all others; the answer says that it is closed. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((other) => other !== dialog));
}

/** The modal dialog on top, if any: all but it is inert, so what has to be seen and heard belongs into it. */
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
