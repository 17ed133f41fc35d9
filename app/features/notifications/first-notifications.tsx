import { Form } from '@remix-run/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { Notification } from '#app/domain/notification';
import { NotificationFields } from '#app/features/children/new-apps/notification-fields';

/** The open notifications on /connect, in full, because their own page needs a device (A149). Renders nothing if there are none. */
export function FirstNotifications({ notifications, token }: { notifications: Array<Notification>; token: string }) {
  const { t } = useTranslation();
  if (notifications.length === 0) return null;
  return (
    <section aria-labelledby="first-notices" className="card stack" id="notices">
      <h2 id="first-notices">{t('notices.title')}</h2>
      {notifications.map(({ id, type, detail, actions }) => (
        <article aria-labelledby={`first-${id}`} className="stack stack-tight" data-notification-id={id} data-type={type} key={id}>
          <h3 id={`first-${id}`}>{detail.title}</h3>
          <p>{detail.body}</p>
          <p className="notification-when">{detail.when}</p>
          <div className="button-row">
            {actions.map((action) => (
              <ButtonLink key={action.id} to={action.to}>
                {action.label}
              </ButtonLink>
            ))}
            <Form action="/notifications" method="post" preventScrollReset>
              <NotificationFields back="/connect" byScript={false} id={id} token={token} />
              <Button aria-label={t('notices.dismiss_title', { title: detail.title })} kind="quiet" name="intent" value="dismiss">
                <X aria-hidden className="icon" />
                {t('notices.dismiss')}
              </Button>
            </Form>
          </div>
        </article>
      ))}
    </section>
  );
}
