import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { answerAuthForm } from '~/features/auth/auth-action.server';
import { rememberLanding } from '~/features/auth/landing.server';
import { LandingPage } from '~/features/auth/landing-page';
import { externalLinks } from '~/server/external-links.server';
import { newFormToken } from '~/server/form.server';
import { requireVisitor } from '~/server/guards.server';

export const handle = { title: 'auth.create_account', description: 'auth.signup_description' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireVisitor(request, context);
  await rememberLanding(request, context, params.groupId ?? null);
  return { formToken: newFormToken(), links: externalLinks(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request, context);
  return answerAuthForm(request, context);
}

export default function SignUp() {
  const { formToken, links } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <LandingPage action={useLocation().pathname} links={links} reply={reply} token={formToken} view="signup" />;
}
