import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { loadFreshData } from '#app/browser/page-load';
import { DemoFrame } from '#app/features/demo/demo-frame';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { WithMenu } from '#app/features/shell/frame/with-menu';
import type { TextSet } from '#app/i18n';
import { toAccountState } from '#app/server/account.server';
import { requireParent } from '#app/server/guards.server';
import { loadMenu } from '#app/server/menu.server';
import { readSession } from '#app/server/session.server';

export { links } from '#app/features/demo/showcase-links';

export const handle = { texts: ['showcase', 'family', 'devices', 'visitors'] satisfies Array<TextSet> };

/** Loads the public showcase (A91, A109), with menus if the user is logged in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if ((await readSession(request, context)) === null) return { signedIn: null };
  const { account } = await requireParent(request, context);
  return { signedIn: { accountState: toAccountState(account, Date.now()), menu: await loadMenu(request, context, account) } };
}

/** Loads the page's data and the showcase's texts. On the first page, these texts are loaded before hydration (entry.client.tsx). */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), handle.texts);
}

/** Returns false, because the showcase's pages need no server data. */
export function shouldRevalidate() {
  return false;
}

export default function Demo() {
  const { t } = useTranslation('showcase');
  const { signedIn } = useLoaderData<typeof loader>();
  const page = (
    <DemoFrame>
      <Outlet />
    </DemoFrame>
  );
  if (signedIn === null) return <BareFrame wide>{page}</BareFrame>;
  return (
    <WithMenu menu={signedIn.menu}>
      <AppFrame pageName={t('frame.title')} accountState={signedIn.accountState}>
        {page}
      </AppFrame>
    </WithMenu>
  );
}
