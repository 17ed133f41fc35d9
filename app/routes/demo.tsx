import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, Outlet, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { loadWithPatience } from '~/browser/page-load';
import { DemoFrame } from '~/features/demo/demo-frame';
import { AppFrame } from '~/features/shell/frame/app-frame';
import { BareFrame } from '~/features/shell/frame/bare-frame';
import { WithMenu } from '~/features/shell/frame/with-menu';
import type { TextSet } from '~/i18n';
import { toAccountState } from '~/server/account.server';
import { requireParent } from '~/server/guards.server';
import { loadMenu } from '~/server/menu.server';
import { readSession } from '~/server/session.server';

export const handle = { texts: ['showcase', 'family', 'devices', 'visitors'] satisfies Array<TextSet> };

/** The showcase, for anybody (A91, A109): with the menus for who is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if ((await readSession(request, context)) === null) return { signedIn: null };
  const { account } = await requireParent(request, context);
  return { signedIn: { standing: toAccountState(account, Date.now()), menu: await loadMenu(request, context, account) } };
}

/** Its texts are no part of the common ones. The document's own are there before it comes alive (entry.client.tsx). */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadWithPatience(request, () => serverLoader<typeof loader>(), handle.texts);
}

/** Never again while it is shown: its pages need nothing of the server. */
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
      <AppFrame place={t('frame.title')} standing={signedIn.standing}>
        {page}
      </AppFrame>
    </WithMenu>
  );
}
