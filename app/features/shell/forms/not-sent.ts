import type { DerivedState } from '~/browser/use-derived-submit';
import type { FormMessage } from '~/server/form.server';

/** What is said where a form that derives was not sent. */
export const NOT_SENT: Partial<Record<DerivedState, FormMessage>> = {
  offline: { key: 'error_strings.offline_not_sent', params: {}, link: null },
  failed: { key: 'error_strings.unknown', params: {}, link: null },
};
