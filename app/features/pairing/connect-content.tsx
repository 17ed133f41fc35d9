import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormReply } from '#app/server/form.server';
import { ConnectForm } from './connect-form';
import { ChildrenWithoutDevice, DeviceLimit, NeedsDevice } from './connect-page';
import type { ConnectPage } from './connect-page.server';
import { Steps } from './steps';

/** The content of /connect. `notifications`: the open notifications, first if the parent asked for them, else below the form. */
export function ConnectContent({
  page,
  reply,
  notifications,
}: {
  page: ConnectPage;
  reply: FormReply | undefined;
  notifications: ReactNode;
}) {
  const { t } = useTranslation();
  const { family, message, needsDevice } = page;
  const asksForNotifications = needsDevice === 'notifications';
  return (
    <div className="narrow stack">
      {needsDevice === null ? null : <NeedsDevice place={needsDevice} />}
      {asksForNotifications ? notifications : null}
      {message === null ? null : <DeviceLimit helpUrl={page.helpUrl} limit={page.limit} message={message} />}
      {message === 'max_devices' || message === 'max_devices_contact' ? null : (
        <>
          <Steps current={1} />
          <div>
            <h1>{t('connect.heading')}</h1>
            {family.length === 0 ? <p className="text-muted">{t('connect.first')}</p> : null}
          </div>
          <ConnectForm {...page} reply={reply} token={page.formToken} />
        </>
      )}
      {asksForNotifications ? null : notifications}
      {family.length === 0 ? null : <ChildrenWithoutDevice family={family.filter(({ deviceIds }) => deviceIds.length === 0)} />}
    </div>
  );
}
