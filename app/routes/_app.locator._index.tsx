import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerLocate } from '#app/features/locator/child-page.server';
import { LocatorPage } from '#app/features/locator/locator-page';
import { loadLocatorPage, toFamilyReads } from '#app/features/locator/locator-page.server';
import { LocatorSwitcher } from '#app/features/locator/locator-switcher';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/locator/locator-links';

export const handle = {
  title: 'frame.locator',
  live: { hints: ['account', 'user', 'device', 'block_status', 'location', 'geofence', 'subscription'], poll: { kind: 'location' } },
  texts: ['locator'],
} satisfies PageHandle;

/** Loads where all children are, or redirects to the chosen child (2.9.3, A111). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadLocatorPage(request, context, await requireParent(request, context, toFamilyReads()));
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

export default function Locator() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame accountState={page.accountState} pageName={t('frame.locator')} switcher={<LocatorSwitcher activeId={null} page={page} />}>
      <LocatorPage page={page} reply={reply} />
    </AppFrame>
  );
}
