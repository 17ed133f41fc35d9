import { useMemo } from 'react';
import type { DeviceLimitMessage, LimitValue } from '~/domain/plan';
import { NoticeBox } from '~/features/shell/notice-box';
import type { Notice } from '~/server/form.server';

/**
 * The guard before a further device where the plan has no room for one (A50, NAV-041): with script a modal above the page, which says the
 * same in its place. Once it is left, it stays away for as long as the page is open. `isWaiting`: another dialog is open.
 */
export function DeviceLimitGuard({
  message,
  limit,
  isWaiting,
}: {
  message: DeviceLimitMessage | null;
  limit: LimitValue;
  isWaiting: boolean;
}) {
  // The page's data come anew every so often, and are no new thing to say.
  const notice = useMemo(() => toNotice(message, limit), [message, limit]);
  return <NoticeBox isSaid notice={isWaiting ? null : notice} />;
}

function toNotice(message: DeviceLimitMessage | null, limit: LimitValue): Notice | null {
  if (message !== 'max_devices' && message !== 'max_devices_contact') return null;
  const link = message === 'max_devices' ? { to: '/subscription', key: 'limits.see_plan' } : null;
  return { key: `messages.${message}`, params: { count: typeof limit === 'number' ? limit : 0 }, link };
}
