import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData, useMatches } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { useLive } from '#app/browser/use-live';
import { hasKeyWork } from '#app/features/keys/key-exchange.server';
import { KeyMount } from '#app/features/keys/key-mount';
import { UnsavedChangesMount } from '#app/features/shell/forms/unsaved-changes-mount';
import { WithMenu } from '#app/features/shell/frame/with-menu';
import { requireParent } from '#app/server/guards.server';
import { loadMenu } from '#app/server/menu.server';

/** Loads the session and the menu. Child routes have their own guards and data (A42). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context);
  const { account } = parent;
  const hasWork = hasKeyWork(parent, Date.now());
  return { accountId: account.id, seq: account.seq, hasWork, menu: await loadMenu(request, context, account) };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>());
}

/**
 * Returns false, so that a refresh is only one request. The account does not change, and each page's data includes the newer sequence
 * number.
 */
export function shouldRevalidate() {
  return false;
}

export default function AppLayout() {
  const { menu, hasWork, ...session } = useLoaderData<typeof loader>();
  useLive(session);
  const page = useMatches().at(-1);
  return (
    <>
      {hasOwnFrame(page?.handle) ? (
        <Outlet />
      ) : (
        <WithMenu menu={{ ...menu, isFull: saysFull(page?.data) ?? menu.isFull }}>
          <Outlet />
        </WithMenu>
      )}
      <KeyMount hasWork={hasWork} />
      <UnsavedChangesMount />
    </>
  );
}

/** True for pages without menus, from their `handle` (2.10.1). */
function hasOwnFrame(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isBare' in handle;
}

/** Returns the newer `isFull` in the page's own data, or null if it has none. */
function saysFull(data: unknown): boolean | null {
  return typeof data === 'object' && data !== null && 'isFull' in data && typeof data.isFull === 'boolean' ? data.isFull : null;
}
