import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadWithPatience } from '~/browser/page-load';
import { sendForm } from '~/browser/send-form';
import { answerReset, readResetLink } from '~/features/recovery/reset.server';
import { ResetPage } from '~/features/recovery/reset-page';
import { BareFrame } from '~/features/shell/bare-frame';
import { newFormToken } from '~/server/form.server';
import { privateHeaders } from '~/server/private-page.server';

export const handle = { title: 'recovery.new_password', texts: ['visitors'] };

export const headers = privateHeaders;

/** Public, and the same for whoever is signed in: the session of another account stays until the password is changed (A110). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { link: readResetLink(request, context), formToken: newFormToken() };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadWithPatience(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerReset(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Reset() {
  const { link, formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <BareFrame>
      <ResetPage link={link} reply={reply} token={formToken} />
    </BareFrame>
  );
}
