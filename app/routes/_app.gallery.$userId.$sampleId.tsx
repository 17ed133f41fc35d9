import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { Viewer } from '#app/features/gallery/viewer/viewer';
import { loadViewer, toViewerReads } from '#app/features/gallery/viewer/viewer.server';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/gallery/gallery-links';

export const handle = {
  title: 'viewer.title_of',
  live: { hints: ['account', 'user', 'device', 'sample', 'subscription'], poll: null },
  isBare: true,
  texts: ['gallery', 'viewer'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadViewer(request, context, await requireParent(request, context, toViewerReads()), params.userId, params.sampleId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export default function SampleViewer() {
  const page = useLoaderData<typeof loader>();
  return <Viewer page={page} />;
}
