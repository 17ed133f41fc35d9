import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';

// The URL of the document: at this URL, the server rendered the content.
const documentAt = typeof window === 'undefined' ? '' : window.location.href;

/**
 * A part of a page that the server renders and whose code loads on demand. If the code cannot be loaded, the server's HTML stays and its
 * forms work without script; a page opened by script reloads as a document.
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
