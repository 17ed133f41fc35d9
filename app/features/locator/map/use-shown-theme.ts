import { useSyncExternalStore } from 'react';
import type { Theme } from '#app/domain/theme';
import { useTheme } from '#app/features/shell/frame/use-theme';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(tell: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

/** Returns the theme that the page shows now: the chosen one, else the system's. Light on the server and during hydration. */
export function useShownTheme(): Theme {
  const chosen = useTheme();
  const isDark = useSyncExternalStore(
    subscribe,
    () => matchMedia(DARK).matches,
    () => false,
  );
  return chosen ?? (isDark ? 'dark' : 'light');
}
