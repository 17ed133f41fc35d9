import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';

// The URL at which the server rendered this document.
const documentAt = typeof window === 'undefined' ? '' : window.location.href;

/**
 * Creates a component that the server renders and whose code loads on demand. If its code cannot be loaded, the server's HTML stays and its
 * forms work without script. After client navigation there is no such HTML, so the document is reloaded.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  { writtenAt, goAsDocument } = { writtenAt: documentAt, goAsDocument: () => window.location.reload() },
) {
  return lazy(async () => {
    const found = await loadWithRetry(load);
    if (found !== null) return { default: found.file };
    if (window.location.href !== writtenAt) goAsDocument();
    return new Promise<never>(() => {});
  });
}
