import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { PLAN_READS } from '#app/features/plans/plans.server';
import { showOnce } from '#app/features/plans/show-once';
import { answerSubscriptionForm } from '#app/features/plans/subscription-action.server';
import { SubscriptionPage } from '#app/features/plans/subscription-page';
import { loadSubscriptionPage } from '#app/features/plans/subscription-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/plans/plans-links';

export const handle = {
  title: 'frame.subscription',
  live: { hints: ['account', 'user', 'device', 'rule', 'command', 'subscription', 'notification'], poll: null },
  texts: ['plans'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadSubscriptionPage(request, context, await requireParent(request, context, PLAN_READS), params.dialog);
}

const load = createPageLoader<SerializeFrom<typeof loader>>({ texts: handle.texts });

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return showOnce(await load(request, () => serverLoader<typeof loader>()));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerSubscriptionForm(request, context, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(
    request,
    () => serverAction<typeof action>(),
    () => 'plans.unknown_change',
  );
}

export default function Subscription() {
  const { t } = useTranslation();
  const { page, formToken, accountState } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame accountState={accountState} pageName={t('frame.subscription')}>
      <SubscriptionPage page={page} reply={reply} token={formToken} />
    </AppFrame>
  );
}
