import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { createPageLoader } from '~/browser/page-load';
import { sendForm } from '~/browser/send-form';
import { useKeptReply } from '~/browser/use-kept-reply';
import { type PageHandle, useLive } from '~/browser/use-live';
import { answerResend, loadVerification } from '~/features/auth/verify.server';
import { VerifyPage } from '~/features/auth/verify-page';
import { BareFrame } from '~/features/shell/frame/bare-frame';
import { Reminders } from '~/features/shell/messages/reminders';
import { toAccountState } from '~/server/account.server';
import { newFormToken } from '~/server/form.server';
import { requireParent } from '~/server/guards.server';
import { privateHeaders } from '~/server/private-page.server';

export const headers = privateHeaders;

export const handle = { title: 'verify.title', texts: ['visitors'], live: { hints: ['account'], poll: null } } satisfies PageHandle;

/** Public: the link in the mail works in any browser (A109). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const verification = await loadVerification(request, context);
  // Only the deletion: the page itself shows the state of the email address.
  const deletion = verification.live === null ? null : toAccountState((await requireParent(request, context)).account, Date.now()).deletion;
  return { verification, deletion, formToken: newFormToken(), seq: verification.live?.seq ?? 0 };
}

const load = createPageLoader<SerializeFrom<typeof loader>>();

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerResend(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Verify() {
  const { verification, deletion, formToken } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  useLive(verification.live);
  return (
    <BareFrame>
      <Reminders standing={{ verified: true, deletion }} />
      <VerifyPage reply={reply} token={formToken} verification={verification} />
    </BareFrame>
  );
}
