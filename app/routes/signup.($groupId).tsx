import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { answerAuthForm } from '~/features/auth/auth-action.server';
import { AuthForm } from '~/features/auth/auth-form';
import { Headline } from '~/features/auth/landing';
import { rememberLanding } from '~/features/auth/landing.server';
import { BareFrame } from '~/features/shell/bare-frame';
import { newFormToken } from '~/server/form.server';
import { requireVisitor } from '~/server/guards.server';

export const handle = { title: 'auth.create_account' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireVisitor(request, context);
  await rememberLanding(request, context, params.groupId ?? null);
  return { formToken: newFormToken() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request, context);
  return answerAuthForm(request, context);
}

export default function SignUp() {
  const { formToken } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <BareFrame glow wide>
      <div className="landing">
        <Headline />
        <div className="landing-form">
          <AuthForm action={useLocation().pathname} reply={reply} token={formToken} view="signup" />
        </div>
      </div>
    </BareFrame>
  );
}
