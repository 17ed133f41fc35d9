import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { ChildPage } from '#app/features/locator/child-page';
import { answerLocate, loadChildPage, toChildReads } from '#app/features/locator/child-page.server';
import { LocatorSwitcher } from '#app/features/locator/locator-switcher';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/locator/locator-links';

export const handle = {
  title: 'locator.title_of',
  live: {
    hints: ['account', 'user', 'device', 'block_status', 'command', 'location', 'geofence', 'subscription'],
    poll: { kind: 'location' },
  },
  texts: ['locator'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadChildPage(request, context, await requireParent(request, context, toChildReads(params.userId)), params.userId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerLocate(request, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function LocatorOfChild() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame
      accountState={page.accountState}
      pageName={t('frame.locator')}
      switcher={<LocatorSwitcher activeId={page.child.id} page={page} />}
    >
      <ChildPage key={page.child.id} page={page} reply={reply} />
    </AppFrame>
  );
}
