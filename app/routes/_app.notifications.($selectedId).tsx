import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerNotificationForm } from '#app/features/notifications/notification-forms.server';
import { toNotificationsRead } from '#app/features/notifications/notifications.server';
import { NotificationsPage, useOptimisticNotifications } from '#app/features/notifications/notifications-page';
import { loadNotificationsPage } from '#app/features/notifications/notifications-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';
import { localeOf } from '#app/server/i18n.server';

export { links } from '#app/features/notifications/notification-links';

export const handle = {
  title: 'notices.title',
  live: { hints: ['account', 'user', 'device', 'granularity', 'notification', 'subscription'], poll: { kind: 'notifications' } },
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadNotificationsPage(
    request,
    context,
    await requireParent(request, context, [toNotificationsRead(localeOf(request))]),
    params.selectedId,
  );
}

const load = createPageLoader<SerializeFrom<typeof loader>>();

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNotificationForm(request, context, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

/** True unless the form got no response (503), because the next load would fail too. A refused form also reloads. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 503;
}

export default function Notifications() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  const expected = useOptimisticNotifications(page);
  return (
    <AppFrame pageName={t('notices.title')} accountState={{ ...page.accountState, unreadNotifications: expected.unread }}>
      <NotificationsPage expected={expected} page={page} reply={reply} />
    </AppFrame>
  );
}
