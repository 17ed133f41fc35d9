import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { ChildSwitcher } from '#app/features/children/child-switcher';
import { answerSettings, loadSettings, toSettingsReads } from '#app/features/gallery/settings/settings.server';
import { SettingsPage } from '#app/features/gallery/settings/settings-page';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/gallery/settings/settings-links';

export const handle = {
  title: 'gallery_settings.title_of',
  live: { hints: ['account', 'user', 'device', 'block_status', 'sample', 'subscription'], poll: { kind: 'devices' } },
  texts: ['gallery-settings'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadSettings(request, context, await requireParent(request, context, toSettingsReads(params.userId)), params.userId);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerSettings(request, context, await requireParent(request, context), params.userId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function GallerySettings() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame
      accountState={page.accountState}
      pageName={t('gallery_settings.gallery')}
      switcher={<ChildSwitcher activeId={page.child.id} entries={page.entries} toPath={(id) => `/gallery/${id}/settings`} />}
    >
      <SettingsPage key={page.child.id} page={page} reply={reply} />
    </AppFrame>
  );
}
