import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { readOwnFlow } from '#app/server/flow.server';
import { requireParent, resolveActiveChild } from '#app/server/guards.server';
import { withRequestedLanguage } from '#app/server/i18n.server';
import { redirectToNext } from '#app/server/redirect.server';

/** Redirects to the gallery of the active child (2.9.5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireParent(request, context);
  const { childId } = await readOwnFlow(request, context, account.id);
  const child = resolveActiveChild(account.children, childId);
  return redirectToNext(context, withRequestedLanguage(request, child === null ? '/connect' : `/gallery/${child.id}`));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>());
}
