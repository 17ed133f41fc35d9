import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
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

export default function Locator() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <AppFrame
      accountState={page.accountState}
      pageName={t('frame.locator')}
      switcher={<LocatorSwitcher activeId={null} entries={page.entries} />}
    >
      <LocatorPage page={page} />
    </AppFrame>
  );
}
