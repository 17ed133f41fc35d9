import { useMemo } from 'react';
import type { DeviceLimitMessage, LimitValue } from '~/domain/plan';
import { NoticeBox } from '~/features/shell/notice-box';
import type { Notice } from '~/server/form.server';
import { toLimitLink } from './limit-link';

/**
 * The guard before a further device where the plan has no room for one (A50, NAV-041): with script a modal above the page, which says the
 * same in its place. Once it is left, it stays away for as long as the page is open. `isWaiting`: another dialog is open.
 */
export function DeviceLimitGuard({
  message,
  limit,
  helpUrl,
  isWaiting,
}: {
  message: DeviceLimitMessage | null;
  limit: LimitValue;
  helpUrl: string;
  isWaiting: boolean;
}) {
  // The page's data come anew every so often, and are no new thing to say.
  const notice = useMemo(() => toNotice(message, limit, helpUrl), [message, limit, helpUrl]);
  return <NoticeBox isSaid notice={isWaiting ? null : notice} />;
}

function toNotice(message: DeviceLimitMessage | null, limit: LimitValue, helpUrl: string): Notice | null {
  const link = message === null ? null : toLimitLink(message, helpUrl);
  if (link === null) return null;
  return { key: `messages.${message}`, params: { count: typeof limit === 'number' ? limit : 0 }, link };
}
