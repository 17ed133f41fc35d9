import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { loadStored } from '#app/features/gallery/viewer/stored.server';
import { StoredPage } from '#app/features/gallery/viewer/stored-page';
import { toViewerReads } from '#app/features/gallery/viewer/viewer.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/gallery/gallery-links';

export const handle = {
  title: 'gallery.server_holds',
  live: { hints: ['account', 'user'], poll: null },
  texts: ['gallery', 'viewer'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadStored(request, context, await requireParent(request, context, toViewerReads()), params.userId, params.sampleId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export default function StoredSample() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <AppFrame accountState={page.accountState} pageName={t('frame.gallery')}>
      <StoredPage page={page} />
    </AppFrame>
  );
}
