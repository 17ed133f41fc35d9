import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { KeyPage } from '#app/features/keys/key-page';
import { loadKeyPage } from '#app/features/keys/key-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/keys/key-links';

export const handle = {
  title: 'key.title',
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

export default function AccountKey() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <AppFrame pageName={t('key.title')} accountState={page.accountState}>
      <KeyPage page={page} />
    </AppFrame>
  );
}
