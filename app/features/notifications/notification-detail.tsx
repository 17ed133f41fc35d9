import { Form, Link } from '@remix-run/react';
import { ChevronLeft, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { Notification } from '#app/domain/notification';
import { NewAppForm } from '#app/features/children/new-apps/new-app-form';
import { NotificationFields } from '#app/features/children/new-apps/notification-fields';
import { NotificationIcon } from './notification-icon';

// The page's own form instead of a fetcher, because only a redirect of the page shows the list and the message with Undo.
const BY_PAGE = { Form, isSending: false, isHydrated: false };

/** Shows one notification with its actions: next to the list on wide screens, instead of the list on narrow ones. */
export function NotificationDetail({
  notification,
  token,
  canDecide,
  heading,
}: {
  notification: Notification;
  token: string;
  canDecide: boolean;
  heading: RefObject<HTMLHeadingElement>;
}) {
  const { t } = useTranslation();
  const back = '/notifications';
  return (
    <article
      aria-labelledby="notification-title"
      className="card stack notification-detail"
      data-testid="notice"
      data-type={notification.type}
    >
      <Link className="notification-back" to={back}>
        <ChevronLeft aria-hidden className="icon" />
        {t('notices.all')}
      </Link>
      <div className="notification-head">
        <NotificationIcon notification={notification} />
        <div>
          <h2 id="notification-title" ref={heading} tabIndex={-1}>
            {notification.detail.title}
          </h2>
          {notification.detail.subtitle === '' ? null : <p className="text-muted">{notification.detail.subtitle}</p>}
        </div>
      </div>
      <p className="notification-body">{notification.detail.body}</p>
      <p className="notification-when">{notification.detail.when}</p>
      {canDecide ? <NewAppForm back={back} form={BY_PAGE} notification={notification} token={token} /> : null}
      <div className="button-row">
        {notification.actions.map(({ id, label, to }) => (
          <ButtonLink key={id} to={to}>
            {label}
          </ButtonLink>
        ))}
        <Form action={back} method="post">
          <NotificationFields back={back} byScript={false} id={notification.id} token={token} />
          <Button kind="quiet" name="intent" value="dismiss">
            <X aria-hidden className="icon" />
            {t('notices.dismiss')}
          </Button>
        </Form>
      </div>
    </article>
  );
}
