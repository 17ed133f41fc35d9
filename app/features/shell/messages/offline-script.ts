import { ONLINE_CHECK_MS } from '#app/browser/use-online';

/**
 * Script of the offline page (2.6.15, 4.13.5). Checks the server every 3 s. Once it responds, redirects to the page in `from`, or to
 * /manage if `from` is not another page of this site. Inlined, because other scripts are not available offline.
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
