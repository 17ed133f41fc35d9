import { useSyncExternalStore } from 'react';
import { savePreference } from '~/browser/save-preference';
import type { Theme } from '~/domain/theme';
import { useRootFacts } from './root-facts';

// What was chosen since the document came; undefined = nothing, so that what the server said holds.
let chosen: Theme | null | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** The theme that the reader forces; null = as the system. */
export function useTheme(): Theme | null {
  const saved = useRootFacts()?.theme ?? null;
  const own = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined,
  );
  return own === undefined ? saved : own;
}

/** Shows a theme at once and has it remembered. */
export function chooseTheme(theme: Theme | null): void {
  chosen = theme;
  for (const reader of readers) reader();
  savePreference('/resources/theme', { theme: theme ?? 'system' });
}
