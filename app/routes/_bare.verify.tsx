import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { answerResend, loadVerification } from '~/features/auth/verify.server';
import { VerifyPage } from '~/features/auth/verify-page';
import { BareFrame } from '~/features/shell/bare-frame';
import { newFormToken } from '~/server/form.server';

export const handle = { title: 'verify.title' };

/** Public: the link of the mail works in any browser (A109). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { verification: await loadVerification(request, context), formToken: newFormToken() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerResend(request, context);
}

export default function Verify() {
  const { verification, formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <BareFrame>
      <VerifyPage reply={reply} token={formToken} verification={verification} />
    </BareFrame>
  );
}
