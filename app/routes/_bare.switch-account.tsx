import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { answerSwitch, loadSwitch } from '#app/features/sso/switch-account.server';
import { SwitchAccountPage } from '#app/features/sso/switch-account-page';
import { newFormToken } from '#app/server/form.server';

export const handle = { title: 'auth.logout_question', texts: ['visitors'] };

/** Loads the page to which single sign-on returns while another account is logged in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { leaving: await loadSwitch(request, context), formToken: newFormToken() };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerSwitch(request, context);
}

export default function SwitchAccount() {
  const { leaving, formToken } = useLoaderData<typeof loader>();
  return (
    <BareFrame>
      <SwitchAccountPage leaving={leaving} token={formToken} />
    </BareFrame>
  );
}
