import { useFetchers } from '@remix-run/react';
import { Bell, MailOpen } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/components/ui/empty-state';
import type { NotificationId } from '#app/domain/ids';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { NotificationDetail } from './notification-detail';
import { NotificationList } from './notification-list';
import type { loadNotificationsPage } from './notifications-page.server';
import { type OptimisticNotifications, optimisticNotifications } from './optimistic-notifications';

export type NotificationsPageData = Awaited<ReturnType<typeof loadNotificationsPage>>;

/** The notifications page: the list and the open notification, which replaces the list on narrow screens. */
export function NotificationsPage({
  page,
  expected,
  reply,
}: {
  page: NotificationsPageData;
  expected: OptimisticNotifications;
  reply: FormReply | undefined;
}) {
  const { t } = useTranslation();
  const { selectedNotifId, canDecide, zone, now } = page;
  const clock = useClock(zone, now);
  const token = reply?.token ?? page.formToken;
  const { groups, gone, isEmpty } = expected;
  const selected = groups.flatMap(({ notifications }) => notifications).find(({ id }) => id === selectedNotifId && !gone.has(id));
  const room = useRef<HTMLDivElement>(null);
  const heading = useFollowedFocus(selected?.id ?? null, room);
  const keepFocus = useKeptFocus(gone, room);
  return (
    <div className="notices" data-selected={selected?.id} data-testid="notices" onSubmit={keepFocus} ref={room}>
      <FormMessageBox notice={reply?.notice} />
      {isEmpty ? (
        <EmptyState heading="h1" icon={<Bell aria-hidden />} title={t('notices.empty_title')}>
          {t('notices.empty_text')}
        </EmptyState>
      ) : null}
      <div className="notices-columns" hidden={isEmpty}>
        <NotificationList clock={clock} expected={expected} page={page} token={token} />
        <div className="notices-side">
          {selected === undefined ? (
            <p className="notices-none">
              <MailOpen aria-hidden className="icon" />
              {t('notices.choose')}
            </p>
          ) : (
            <NotificationDetail canDecide={canDecide} heading={heading} key={selected.id} notification={selected} token={token} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns the list as if all submitted changes were already saved. */
export function useOptimisticNotifications({ groups, now }: Pick<NotificationsPageData, 'groups' | 'now'>): OptimisticNotifications {
  const taps = useFetchers().flatMap(({ formAction, formData }) => (formAction === '/notifications' && formData ? [formData] : []));
  return optimisticNotifications(groups, taps, now);
}

/**
 * Moves the focus to a notification when it is opened, and back to its row when it is closed. If the row no longer exists, the page's
 * heading gets the focus. Does nothing when the page loads with an open notification.
 */
function useFollowedFocus(selectedId: NotificationId | null, room: RefObject<HTMLElement>): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(selectedId);
  useEffect(() => {
    if (before.current === selectedId) return;
    const row = document.getElementById(`notification-${before.current}`);
    if (selectedId !== null) heading.current?.focus();
    else if (row !== null && isShown(row)) row.focus();
    else focusHeading(room.current);
    before.current = selectedId;
  }, [selectedId, room]);
  return heading;
}

/**
 * Returns a submit handler that moves the focus out of a removed row. The next row gets the focus, else the previous one, else the heading
 * (NOTI-032).
 */
function useKeptFocus(gone: ReadonlySet<NotificationId>, room: RefObject<HTMLElement>): (event: FormEvent) => void {
  const tapped = useRef<string | null>(null);
  useEffect(() => {
    const id = tapped.current;
    if (id === null || !gone.has(id)) return;
    tapped.current = null;
    const rows = [...(room.current?.querySelectorAll<HTMLElement>('.notification-row') ?? [])];
    const index = rows.findIndex((row) => row.dataset.notificationId === id);
    const next = [...rows.slice(index + 1), ...rows.slice(0, index).reverse()].find(isShown)?.querySelector('a');
    if (next === null || next === undefined) focusHeading(room.current);
    else next.focus();
  }, [gone, room]);
  return ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.notification-row') : null;
    tapped.current = row?.contains(document.activeElement) ? (row.dataset.notificationId ?? null) : null;
  };
}

function isShown(element: Element): boolean {
  return element.closest('[hidden]') === null;
}

function focusHeading(room: HTMLElement | null): void {
  const heading = [...(room?.querySelectorAll<HTMLElement>('h1') ?? [])].find(isShown);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus();
}
