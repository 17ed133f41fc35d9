import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeyStoreCleanup } from '#app/features/keys/use-key-store-cleanup';
import { readAskedAddress } from '#app/features/recovery/asked-address.server';
import { answerForgot } from '#app/features/recovery/forgot.server';
import { ForgotPage, MailSentPage } from '#app/features/recovery/forgot-page';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { newFormToken } from '#app/server/form.server';
import { requireVisitor } from '#app/server/guards.server';
import { privateHeaders } from '#app/server/private-page.server';
import { redirectToNext } from '#app/server/redirect.server';
import { readSession } from '#app/server/session.server';

export const handle = { title: 'auth.forgot', texts: ['visitors'] };

// Private, because an old link has the address in its query.
export const headers = privateHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  // The email about a changed password links here. A logged-in user is redirected to the page for changing the password.
  const isOfMail = searchParams.has('changed') && (await readSession(request, context)) !== null;
  if (isOfMail) throw redirectToNext(context, '/account/password');
  await requireVisitor(request, context);
  return { isSent: searchParams.has('sent'), email: await readAskedAddress(request, context), formToken: newFormToken() };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request, context);
  return answerForgot(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Forgot() {
  const { isSent, email, formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  useKeyStoreCleanup();
  return <BareFrame>{isSent ? <MailSentPage /> : <ForgotPage email={email} reply={reply} token={formToken} />}</BareFrame>;
}
