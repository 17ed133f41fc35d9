import { Form, Link } from '@remix-run/react';
import { ChevronLeft, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { Notification } from '#app/domain/notification';
import { NewAppForm } from '#app/features/children/new-apps/new-app-form';
import { NotificationFields } from '#app/features/children/new-apps/notification-fields';
import { NotificationIcon } from './notification-icon';

// A document form, so that the redirect shows the list and the message with Undo. A fetcher would lose that message.
const BY_PAGE = { Form, isSending: false, isHydrated: false };

/** Shows one notification with its actions: next to the list on wide screens, instead of the list on narrow ones. */
export function NotificationDetail({
  notice,
  token,
  canDecide,
  heading,
}: {
  notice: Notification;
  token: string;
  canDecide: boolean;
  heading: RefObject<HTMLHeadingElement>;
}) {
  const { t } = useTranslation();
  const back = '/notifications';
  return (
    <article aria-labelledby="notice-title" className="card stack notice-detail" data-testid="notice" data-type={notice.type}>
      <Link className="notice-back" to={back}>
        <ChevronLeft aria-hidden className="icon" />
        {t('notices.all')}
      </Link>
      <div className="notice-head">
        <NotificationIcon notice={notice} />
        <div>
          <h2 id="notice-title" ref={heading} tabIndex={-1}>
            {notice.detail.title}
          </h2>
          {notice.detail.subtitle === '' ? null : <p className="text-muted">{notice.detail.subtitle}</p>}
        </div>
      </div>
      <p className="notice-body">{notice.detail.body}</p>
      <p className="notice-when">{notice.detail.when}</p>
      {canDecide ? <NewAppForm back={back} form={BY_PAGE} notice={notice} token={token} /> : null}
      <div className="button-row">
        {notice.actions.map(({ id, label, to }) => (
          <ButtonLink key={id} to={to}>
            {label}
          </ButtonLink>
        ))}
        <Form action={back} method="post">
          <NotificationFields back={back} byScript={false} id={notice.id} token={token} />
          <Button kind="quiet" name="intent" value="dismiss">
            <X aria-hidden className="icon" />
            {t('notices.dismiss')}
          </Button>
        </Form>
      </div>
    </article>
  );
}
