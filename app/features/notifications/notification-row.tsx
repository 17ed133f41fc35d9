import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#app/components/ui/button';
import type { Notification } from '#app/domain/notification';
import { NewAppForm } from '#app/features/children/new-apps/new-app-form';
import { NotificationFields } from '#app/features/children/new-apps/notification-fields';
import { useNotificationForm } from '#app/features/children/new-apps/use-notification-form';
import { NotificationIcon } from './notification-icon';

/** One notification of the list; the whole row is a link. `isGone`: hidden, because it is dismissed and the server has not answered yet. */
export function NotificationRow({
  notification,
  when,
  token,
  isSelected,
  isGone,
  canDecide,
}: {
  notification: Notification;
  when: string;
  token: string;
  isSelected: boolean;
  isGone: boolean;
  canDecide: boolean;
}) {
  const { t } = useTranslation();
  const form = useNotificationForm(notification.id);
  const { Form, isHydrated } = form;
  const isUnread = notification.readAt === null;
  const back = '/notifications';
  return (
    <li
      className="notification-row"
      data-notification-id={notification.id}
      data-type={notification.type}
      data-unread={isUnread ? true : undefined}
      hidden={isGone}
    >
      <NotificationIcon notification={notification} />
      <div className="notification-text">
        <Link
          aria-current={isSelected ? 'true' : undefined}
          className="notification-link"
          id={`notification-${notification.id}`}
          preventScrollReset
          to={`/notifications/${notification.id}`}
        >
          {isUnread ? <span className="sr-only">{t('notices.unread')} </span> : null}
          {notification.list.title}
        </Link>
        {notification.list.subtitle === '' ? null : <p className="text-muted">{notification.list.subtitle}</p>}
        <p className="notification-when">{when}</p>
      </div>
      <Form action={back} method="post" preventScrollReset>
        <NotificationFields back={back} byScript={isHydrated} id={notification.id} token={token} />
        <IconButton label={t('notices.dismiss_title', { title: notification.list.title })} name="intent" type="submit" value="dismiss">
          <X aria-hidden className="icon" />
        </IconButton>
      </Form>
      {canDecide ? <NewAppForm back={back} form={form} notification={notification} token={token} /> : null}
    </li>
  );
}
