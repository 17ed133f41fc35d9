import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { Notification, NotificationGroup } from '#app/domain/notification';
import { useNotificationForm } from '#app/features/children/new-apps/use-notification-form';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import { NotificationRow } from './notification-row';
import type { NotificationsPageData } from './notifications-page';
import type { OptimisticNotifications } from './optimistic-notifications';

/** The notifications in groups with headings. A dismissed notification stays in place but hidden until the server answers. */
export function NotificationList({
  page,
  expected,
  clock,
  token,
}: {
  page: NotificationsPageData;
  expected: OptimisticNotifications;
  clock: Clock;
  token: string;
}) {
  const { t } = useTranslation();
  const { groups, gone, unread } = expected;
  return (
    <div className="notices-list">
      <div className="notices-head">
        <h1>{unread === 0 ? t('notices.all_read') : t('notices.heading', { count: unread })}</h1>
        <ReadAll isHidden={unread === 0} token={token} />
      </div>
      {groups.map((group) => (
        <section className="notices-group" hidden={group.notifications.every(({ id }) => gone.has(id))} key={keyOf(group)}>
          <h2>{toHeading(group, page, clock, t)}</h2>
          <ul className="card">
            {group.notifications.map((notification) => (
              <NotificationRow
                canDecide={page.canDecide}
                isGone={gone.has(notification.id)}
                isSelected={notification.id === page.selectedNotifId}
                key={notification.id}
                notification={notification}
                token={token}
                when={toWhen(notification, group)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );

  /** Returns the time of a notification. If the child's time zone differs, this is the notification's own text. */
  function toWhen({ id, at, detail }: Notification, { kind }: NotificationGroup): string {
    if (page.elsewhere.includes(id)) return detail.when;
    return kind === 'day' ? clock.time(at) : clock.moment(at);
  }
}

function ReadAll({ isHidden, token }: { isHidden: boolean; token: string }) {
  const { t } = useTranslation();
  const { Form, isHydrated } = useNotificationForm('all');
  return (
    <Form action="/notifications" hidden={isHidden} method="post" preventScrollReset>
      <FormToken token={token} />
      {isHydrated ? <input name="by" type="hidden" value="script" /> : null}
      <Button kind="quiet" name="intent" value="read-all">
        <CheckCheck aria-hidden className="icon" />
        {t('notices.read_all')}
      </Button>
    </Form>
  );
}

function keyOf(group: NotificationGroup): string {
  return group.kind === 'day' ? group.date : group.kind;
}

function toHeading(
  group: NotificationGroup,
  { today, yesterday }: NotificationsPageData,
  clock: Clock,
  t: (key: string) => string,
): string {
  if (group.kind !== 'day') return t(`notices.${group.kind}`);
  if (group.date === today) return t('notices.today');
  if (group.date === yesterday) return t('notices.yesterday');
  return clock.date(group.notifications[0]?.at ?? clock.now);
}
