import { useEffect } from 'react';
import type { Theme } from '~/domain/theme';

/** Registers what shows the offline page, after the page is loaded; anew for another language or theme. Not under hot reload, which builds none. */
export function useServiceWorker(language: string, theme: Theme | null): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = () => {
      // Without it the browser's own page says that there is no network.
      navigator.serviceWorker.register(`/sw.js?v=${window.__remixManifest.version}&lng=${language}&theme=${theme ?? ''}`).catch(() => {});
    };
    if (document.readyState === 'complete') register();
    else window.addEventListener('load', register, { once: true });
  }, [language, theme]);
}
