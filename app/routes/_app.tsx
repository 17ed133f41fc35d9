import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { Outlet, useLoaderData } from '@remix-run/react';
import { useLive } from '~/browser/use-live';
import { requireParent } from '~/server/guards.server';

/** Who is signed in, for the pages below: their guard and their data are their own (A42). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireParent(request, context);
  return { accountId: account.id, seq: account.seq };
}

/** Never again while it is shown: the account stays, and each page's own data bring the newer number. One refresh is one request. */
export function shouldRevalidate() {
  return false;
}

export default function AppLayout() {
  useLive(useLoaderData<typeof loader>());
  return <Outlet />;
}
