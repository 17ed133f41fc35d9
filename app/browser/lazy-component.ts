import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from './load-with-retry';

// Where the document came from: what stands in it was written by the server.
const documentAt = typeof window === 'undefined' ? '' : window.location.href;

/**
 * A part of a page that the server writes and whose code the browser asks for when it is needed. Where that cannot be had nothing falls: what
 * the server wrote stays as it is, and its forms work as without script; what was opened by script comes as a document.
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
