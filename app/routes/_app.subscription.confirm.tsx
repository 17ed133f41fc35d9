import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { requireOwnDocument } from '#app/browser/own-document';
import { loadFreshData } from '#app/browser/page-load';
import type { PageHandle } from '#app/browser/use-live';
import { ConfirmPage } from '#app/features/plans/payment/confirm-page';
import { loadConfirmPage } from '#app/features/plans/payment/confirm-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/plans/plans-links';

export const handle = { title: 'plans.payment_title', live: { hints: [], poll: null }, texts: ['plans'] } satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadConfirmPage(context, await requireParent(request, context));
}

/** A document of its own, whose policy allows Stripe’s script. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  requireOwnDocument(request);
  return loadFreshData(request, () => serverLoader<typeof loader>(), handle.texts);
}

export default function Confirm() {
  const { t } = useTranslation();
  const { page, accountState } = useLoaderData<typeof loader>();
  return (
    <AppFrame accountState={accountState} pageName={t('plans.payment_title')}>
      <ConfirmPage page={page} />
    </AppFrame>
  );
}
