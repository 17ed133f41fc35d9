import type { DerivedState } from '#app/browser/use-derived-submit';
import type { FormMessage } from '#app/server/form.server';

/** Messages for a form that was not sent because deriving its passwords failed or the browser is offline. */
export const NOT_SENT: Partial<Record<DerivedState, FormMessage>> = {
  offline: { key: 'error_strings.offline_not_sent', params: {}, link: null },
  failed: { key: 'error_strings.unknown', params: {}, link: null },
};
