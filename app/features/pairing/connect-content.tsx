import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormReply } from '#app/server/form.server';
import { ConnectForm } from './connect-form';
import { ChildrenWithoutDevice, DeviceLimit, NeedsDevice } from './connect-page';
import type { ConnectPage } from './connect-page.server';
import { Steps } from './steps';

/** The content of /connect. `notices`: the open notifications, first if the parent asked for them, else below the form. */
export function ConnectContent({ page, reply, notices }: { page: ConnectPage; reply: FormReply | undefined; notices: ReactNode }) {
  const { t } = useTranslation();
  const { family, message, needsDevice } = page;
  const asksForNotices = needsDevice === 'notifications';
  return (
    <div className="narrow stack">
      {needsDevice === null ? null : <NeedsDevice place={needsDevice} />}
      {asksForNotices ? notices : null}
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
      {asksForNotices ? null : notices}
      {family.length === 0 ? null : <ChildrenWithoutDevice family={family.filter(({ deviceIds }) => deviceIds.length === 0)} />}
    </div>
  );
}
