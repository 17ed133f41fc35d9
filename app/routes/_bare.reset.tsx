import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { answerReset, readResetLink } from '#app/features/recovery/reset.server';
import { ResetPage } from '#app/features/recovery/reset-page';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { newFormToken } from '#app/server/form.server';
import { findOtherThan } from '#app/server/other-account.server';
import { privateHeaders } from '#app/server/private-page.server';

export const handle = { title: 'recovery.new_password', texts: ['visitors'] };

export const headers = privateHeaders;

/** Public. Asks a user who is logged in to another account first. The user stays logged in until the password is changed (A110). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = readResetLink(request, context);
  return { link, formToken: newFormToken(), leaving: await findOtherThan(request, context, link.email) };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerReset(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Reset() {
  const { link, formToken, leaving } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <BareFrame>
      <ResetPage leaving={leaving} link={link} reply={reply} token={formToken} />
    </BareFrame>
  );
}
