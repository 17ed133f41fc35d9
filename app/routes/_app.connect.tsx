import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { readFormWithPhoto, tooLarge } from '#app/features/children/photo/photo.server';
import { toChildDialogReads } from '#app/features/children/profile/child-dialog.server';
import { answerChildForm } from '#app/features/children/profile/child-forms.server';
import { ChildPages } from '#app/features/children/profile/child-pages';
import { FirstNotifications } from '#app/features/notifications/first-notifications';
import { loadFirstNotifications } from '#app/features/notifications/first-notifications.server';
import { answerConnectForm } from '#app/features/pairing/connect-action.server';
import { ConnectContent } from '#app/features/pairing/connect-content';
import { loadConnectPage } from '#app/features/pairing/connect-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { toAccountState } from '#app/server/account.server';
import { requireParent } from '#app/server/guards.server';
import { localeOf } from '#app/server/i18n.server';

export { links } from '#app/features/pairing/connect-links';

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
  const { notifications, unread } = await loadFirstNotifications(parent, localeOf(request), searchParams.get('from') === 'notifications');
  const accountState = { ...toAccountState(parent.account, Date.now()), unreadNotifications: unread };
  return { ...(await loadConnectPage(request, context, parent)), notifications, accountState };
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
  const { picked, notifications, formToken } = page;
  return (
    <AppFrame pageName={t('frame.add_device')} accountState={page.accountState}>
      <ConnectContent notifications={<FirstNotifications notifications={notifications} token={formToken} />} page={page} reply={reply} />
      {picked === null ? null : <ChildPages back="/connect" picked={picked} reply={reply} token={formToken} />}
    </AppFrame>
  );
}
