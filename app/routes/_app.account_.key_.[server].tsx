import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { loadKeyPage } from '#app/features/keys/key-page.server';
import { ServerPage } from '#app/features/keys/server-page';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/keys/key-links';

export const handle = {
  title: 'key_server.title',
  live: { hints: ['account', 'notification'], poll: null },
  texts: ['keys'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadKeyPage(await requireParent(request, context));
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export default function AccountKeyServer() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <AppFrame pageName={t('key_server.title')} accountState={page.accountState}>
      <ServerPage page={page} />
    </AppFrame>
  );
}
