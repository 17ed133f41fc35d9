import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { loadHistoryPage, toHistoryReads } from '#app/features/locator/history.server';
import { HistoryPage } from '#app/features/locator/history-page';
import { LocatorSwitcher } from '#app/features/locator/locator-switcher';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/locator/locator-links';

// The history is polled every 15 minutes (4.10.3). A new position alone does not reload it.
export const handle = {
  title: 'track.title',
  live: { hints: ['account', 'user', 'device', 'geofence', 'subscription'], poll: { kind: 'location' } },
  texts: ['locator'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadHistoryPage(request, context, await requireParent(request, context, toHistoryReads()), params.userId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export default function History() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <AppFrame
      accountState={page.accountState}
      pageName={t('locator.history')}
      switcher={<LocatorSwitcher activeId={page.child.id} page={page} toPath={(id) => `/locator/${id}/history?date=${page.date}`} />}
    >
      <HistoryPage key={`${page.child.id} ${page.date} ${page.device}`} page={page} />
    </AppFrame>
  );
}
