import { useEffect } from 'react';
import type { Theme } from '#app/domain/theme';
import { getManifest } from './remix-internals';

/**
 * Registers the service worker for the offline page after load, and again for a new language or theme. Does nothing in development builds.
 */
export function useServiceWorker(language: string, theme: Theme | null): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = () => {
      // Without the worker, the browser shows its own offline page.
      navigator.serviceWorker.register(`/sw.js?v=${getManifest().version}&lng=${language}&theme=${theme ?? ''}`).catch(() => {});
    };
    if (document.readyState === 'complete') register();
    else window.addEventListener('load', register, { once: true });
  }, [language, theme]);
}
