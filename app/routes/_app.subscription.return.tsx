import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { loadFreshData } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { ReturnPage } from '#app/features/plans/payment/return-page';
import { loadReturnPage } from '#app/features/plans/payment/return-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/plans/plans-links';

export const handle = {
  title: 'plans.payment_title',
  live: { hints: ['subscription'], poll: null },
  texts: ['plans'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadReturnPage(request, context, await requireParent(request, context));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), handle.texts);
}

export default function Returned() {
  const { t } = useTranslation();
  const { page, accountState } = useLoaderData<typeof loader>();
  return (
    <AppFrame accountState={accountState} pageName={t('plans.payment_title')}>
      <ReturnPage page={page} />
    </AppFrame>
  );
}
