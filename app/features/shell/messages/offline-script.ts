import { ONLINE_CHECK_MS } from '~/browser/use-online';

/**
 * What the offline page does by itself (2.6.15, 4.13.5): asks for the server every 3 s and goes back to the page that was wanted, which the
 * service worker names in `from`, else to /manage. Written into the page, for no other script is within reach there.
 */
export const OFFLINE_SCRIPT = `
(() => {
  const from = new URLSearchParams(location.search).get('from') || '';
  const wanted = from.startsWith('/') && URL.canParse(from, location.origin) ? new URL(from, location.origin) : null;
  const isOwn = wanted !== null && wanted.origin === location.origin && !wanted.pathname.startsWith('//') && wanted.pathname !== '/offline';
  const back = isOwn ? wanted.pathname + wanted.search : '/manage';
  document.querySelector('[data-retry]').href = back;
  document.querySelector('[data-waiting]').hidden = false;
  const look = () => fetch('/healthz', { cache: 'no-store' }).then((answer) => answer.json()).then(({ status }) => status === 'ok' && location.replace(back)).catch(() => {});
  setInterval(look, ${ONLINE_CHECK_MS});
  addEventListener('online', look);
})()`;
