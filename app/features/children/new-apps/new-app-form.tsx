import type { Form as PageForm } from '@remix-run/react';
import { Check, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import type { Notification } from '#app/domain/notification';
import { NotificationFields } from './notification-fields';
import type { useNotificationForm } from './use-notification-form';

/** Buttons «Allow» and «Never» for a new app. Renders nothing if the notification has no app or was already decided. */
export function NewAppForm({
  notification,
  token,
  back,
  form: { Form, isSending, isHydrated },
}: {
  notification: Notification;
  token: string;
  back: string;
  form: ReturnType<typeof useNotificationForm> | { Form: typeof PageForm; isSending: boolean; isHydrated: boolean };
}) {
  const { t } = useTranslation();
  if (notification.bundleId === null || notification.childIds.length === 0 || !notification.isActionable) return null;
  return (
    <Form action="/notifications" aria-busy={isSending} className="button-row" method="post" preventScrollReset>
      <NotificationFields back={back} byScript={isHydrated} id={notification.id} token={token} />
      {notification.childIds.map((id) => (
        <input key={id} name="user_id" type="hidden" value={id} />
      ))}
      <input name="bundle_id" type="hidden" value={notification.bundleId} />
      <Button aria-label={t('notices.allow_title', { title: notification.list.title })} name="intent" value="app-allow">
        <Check aria-hidden className="icon" />
        {t('notices.allow')}
      </Button>
      <Button aria-label={t('notices.never_title', { title: notification.list.title })} name="intent" value="app-never">
        <CircleSlash aria-hidden className="icon" />
        {t('notices.never')}
      </Button>
    </Form>
  );
}
