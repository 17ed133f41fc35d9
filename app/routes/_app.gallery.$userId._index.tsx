import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { ChildSwitcher } from '#app/features/children/child-switcher';
import { answerGallery } from '#app/features/gallery/list/gallery-action.server';
import { GalleryPage } from '#app/features/gallery/list/gallery-page';
import { loadGalleryPage, requireGalleryChild, toGalleryPageReads } from '#app/features/gallery/list/gallery-page.server';
import { createPageChanges } from '#app/features/gallery/list/load-changes';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/gallery/gallery-links';

export const handle = {
  title: 'gallery.title_of',
  live: { hints: ['user', 'device', 'command', 'sample', 'subscription', 'block_status'], poll: { kind: 'samples' } },
  texts: ['gallery'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadGalleryPage(request, context, await requireParent(request, context, toGalleryPageReads()), params.userId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);
const changes = createPageChanges<SerializeFrom<typeof loader>>();

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => changes.read(request.url, () => serverLoader<typeof loader>()));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  return answerGallery(request, context, parent, await requireGalleryChild(context, parent, params.userId));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>()).finally(changes.forget);
}

export default function GalleryOfChild() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame
      accountState={page.accountState}
      pageName={t('frame.gallery')}
      switcher={<ChildSwitcher activeId={page.child.id} entries={page.entries} toPath={(id) => `/gallery/${id}`} />}
    >
      <GalleryPage key={page.child.id} page={page} reply={reply} />
    </AppFrame>
  );
}
