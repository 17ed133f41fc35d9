import { useSyncExternalStore } from 'react';
import { savePreference } from '#app/browser/save-preference';
import type { Theme } from '#app/domain/theme';
import { useRootFacts } from './root-facts';

// The theme chosen since the document was loaded. Undefined: no choice, so the server's value applies. Null: the system's theme.
let chosen: Theme | null | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Returns the chosen theme; null means the system's theme. */
export function useTheme(): Theme | null {
  const saved = useRootFacts()?.theme ?? null;
  const own = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined,
  );
  return own === undefined ? saved : own;
}

/** Applies a theme immediately and saves it. */
export function chooseTheme(theme: Theme | null): void {
  chosen = theme;
  for (const reader of readers) reader();
  savePreference('/resources/theme', { theme: theme ?? 'system' });
}
