import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { compareByName } from '#app/domain/child';
import { deviceLimitMessage } from '#app/domain/plan';
import { readFormWithPhoto, tooLarge } from '#app/features/children/photo/photo.server';
import { loadChildDialog, toChildDialogReads } from '#app/features/children/profile/child-dialog.server';
import { answerChildForm } from '#app/features/children/profile/child-forms.server';
import { ChildPages } from '#app/features/children/profile/child-pages';
import { FirstNotifications } from '#app/features/notifications/first-notifications';
import { loadFirstNotifications } from '#app/features/notifications/first-notifications.server';
import { answerConnectForm } from '#app/features/pairing/connect-action.server';
import { firstOs, tappedFor } from '#app/features/pairing/connect-choice.server';
import { ConnectForm } from '#app/features/pairing/connect-form';
import { ChildrenWithoutDevice, DeviceLimit, NeedsDevice } from '#app/features/pairing/connect-page';
import { Steps } from '#app/features/pairing/steps';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { toAccountState } from '#app/server/account.server';
import { externalLinks } from '#app/server/external-links.server';
import { newFormToken } from '#app/server/form.server';
import { requireParent } from '#app/server/guards.server';
import { localeOf } from '#app/server/i18n.server';
import { zoneOfNewChild } from '#app/server/start-session.server';
import { toShownZone } from '#app/server/zones.server';

export const handle = {
  title: 'connect.title',
  live: {
    hints: ['account', 'user', 'device', 'pairing', 'subscription', 'notification'],
    poll: { kind: 'add-child', isFastFromStart: true },
  },
  texts: ['family', 'pairing'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const parent = await requireParent(request, context, toChildDialogReads(searchParams));
  const { account } = parent;
  const { children, entitlements, devicesBeside, isFull } = account;
  const own = zoneOfNewChild(context, account);
  const from = searchParams.get('from');
  const { notifications, unread } = await loadFirstNotifications(parent, localeOf(request), from === 'notifications');
  return {
    family: children.toSorted(compareByName),
    chosenId: tappedFor(request),
    os: firstOs(context.env),
    picked: await loadChildDialog(request, context, parent, '/connect'),
    zone: toShownZone(request, own.zone),
    isZoneGuess: own.isGuess,
    // `true` suppresses the sampling hint, because no device sends samples yet (A44).
    message: deviceLimitMessage(entitlements, devicesBeside, true),
    limit: entitlements.limits.devicesPerAccount,
    helpUrl: externalLinks(context).help,
    /** Null if a device is paired. Otherwise the requested page that needs a device, or ''. */
    needsDevice: account.deviceCount === 0 ? (from ?? '') : null,
    notifications,
    accountState: { ...toAccountState(account, Date.now()), unreadNotifications: unread },
    isFull,
    formToken: newFormToken(),
    seq: account.seq,
  };
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  const form = await readFormWithPhoto(request);
  if (form === null) return tooLarge();
  const answer = await answerChildForm({ request, context, parent, form, back: '/connect' });
  return answer ?? answerConnectForm(request, context, parent, form);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Connect() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  const { family, picked, message, formToken } = page;
  return (
    <AppFrame pageName={t('frame.add_device')} accountState={page.accountState}>
      <div className="narrow stack">
        {page.needsDevice === null ? null : <NeedsDevice place={page.needsDevice} />}
        {page.needsDevice === 'notifications' ? <FirstNotifications notifications={page.notifications} token={formToken} /> : null}
        {message === null ? null : <DeviceLimit helpUrl={page.helpUrl} limit={page.limit} message={message} />}
        {message === 'max_devices' || message === 'max_devices_contact' ? null : (
          <>
            <Steps current={1} />
            <div>
              <h1>{t('connect.heading')}</h1>
              {family.length === 0 ? <p className="text-muted">{t('connect.first')}</p> : null}
            </div>
            <ConnectForm {...page} reply={reply} token={formToken} />
          </>
        )}
        {page.needsDevice === 'notifications' ? null : <FirstNotifications notifications={page.notifications} token={formToken} />}
        {family.length === 0 ? null : <ChildrenWithoutDevice family={family.filter(({ deviceIds }) => deviceIds.length === 0)} />}
      </div>
      {picked === null ? null : <ChildPages back="/connect" picked={picked} reply={reply} token={formToken} />}
    </AppFrame>
  );
}
