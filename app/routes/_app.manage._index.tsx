import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { toPanelId } from '#app/features/screen-time/panels';
import { readOwnFlow } from '#app/server/flow.server';
import { requireParent, resolveActiveChild } from '#app/server/guards.server';
import { withRequestedLanguage } from '#app/server/i18n.server';
import { redirectToNext } from '#app/server/redirect.server';

/** Redirects to the active child and the last visited panel (2.9.5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireParent(request, context);
  const flow = await readOwnFlow(request, context, account.id);
  const child = resolveActiveChild(account.children, flow.childId);
  const path = child === null ? '/connect' : `/manage/${child.id}/${toPanelId(flow.panel)}`;
  return redirectToNext(context, withRequestedLanguage(request, path));
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>());
}
