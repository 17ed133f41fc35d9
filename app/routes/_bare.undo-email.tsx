import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { UNDO_BAD } from '#app/features/recovery/undo-bad';
import { answerUndoEmail, readUndoLink, type UndoLink } from '#app/features/recovery/undo-email.server';
import { BadUndoLinkPage, EmailRestoredPage, UndoEmailPage } from '#app/features/recovery/undo-email-page';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { type FormReply, newFormToken } from '#app/server/form.server';
import { privateHeaders } from '#app/server/private-page.server';

export const handle = { title: 'account.email', texts: ['visitors'] };

export const headers = privateHeaders;

/** Public, because the user may open the email in any browser. Nothing changes until the button is pressed. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { link: readUndoLink(request), isDone: new URL(request.url).searchParams.has('done'), formToken: newFormToken() };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerUndoEmail(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function UndoEmail() {
  const { link, isDone, formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <BareFrame>{isDone ? <EmailRestoredPage /> : <Undo link={link} reply={reply} token={formToken} />}</BareFrame>;
}

function Undo({ link, ...form }: { link: UndoLink | null; token: string; reply: FormReply | undefined }) {
  if (link === null || form.reply?.notice?.key === UNDO_BAD) return <BadUndoLinkPage />;
  return <UndoEmailPage link={link} {...form} />;
}
