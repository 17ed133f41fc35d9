import type { FormMessage } from '#app/server/form.server';

const UNKNOWN = ['plans.unknown_payment', 'plans.unknown_change'];

/** Adds the link that reads the state again to a message about an unknown outcome. The browser writes that message without the server. */
export function withCheckLink(notice: FormMessage | null | undefined): FormMessage | null {
  if (!notice) return null;
  return UNKNOWN.includes(notice.key) ? { ...notice, link: { to: '/subscription/return', key: 'plans.check_again' } } : notice;
}
