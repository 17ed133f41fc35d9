import { ONLINE_CHECK_MS } from '~/browser/use-online';

/**
 * What the offline page does by itself (2.6.15, 4.13.5): asks for the server every 3 s and goes back to the page that was wanted, which the
 * service worker names in `from`, else to /manage. Written into the page, for no other script is within reach there.
 */
export const OFFLINE_SCRIPT = `
(() => {
  const wanted = new URL(new URLSearchParams(location.search).get('from') || '/manage', location.origin);
  const back = wanted.origin === location.origin && wanted.pathname !== '/offline' ? wanted.pathname + wanted.search : '/manage';
  document.querySelector('[data-retry]').href = back;
  document.querySelector('[data-waiting]').hidden = false;
  const look = () => fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok && location.replace(back), () => {});
  setInterval(look, ${ONLINE_CHECK_MS});
  addEventListener('online', look);
})()`;
