import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import { type PageHandle, useLive } from '#app/browser/use-live';
import { answerResend, loadVerification } from '#app/features/auth/verify.server';
import { VerifyPage } from '#app/features/auth/verify-page';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { Reminders } from '#app/features/shell/messages/reminders';
import { toAccountState } from '#app/server/account.server';
import { newFormToken } from '#app/server/form.server';
import { requireParent } from '#app/server/guards.server';
import { privateHeaders } from '#app/server/private-page.server';

export const headers = privateHeaders;

export const handle = { title: 'verify.title', texts: ['visitors'], live: { hints: ['account'], poll: null } } satisfies PageHandle;

/** Public, because the link in the email must work in any browser (A109). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const verification = await loadVerification(request, context);
  // Returns only a pending deletion, because the page itself shows the state of the email address.
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
      <Reminders accountState={{ verified: true, deletion }} />
      <VerifyPage reply={reply} token={formToken} verification={verification} />
    </BareFrame>
  );
}
