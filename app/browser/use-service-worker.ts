import { useEffect } from 'react';

/** Registers what shows the offline page, after the page is loaded; anew for another language. Not under hot reload, which builds none. */
export function useServiceWorker(language: string): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = () => {
      // Without it the browser's own page says that there is no network.
      navigator.serviceWorker.register(`/sw.js?v=${window.__remixManifest.version}&lng=${language}`).catch(() => {});
    };
    if (document.readyState === 'complete') register();
    else window.addEventListener('load', register, { once: true });
  }, [language]);
}
