import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { answerAuthForm } from '~/features/auth/auth-action.server';
import type { AuthView } from '~/features/auth/auth-form';
import { LandingPage } from '~/features/auth/landing-page';
import { externalLinks } from '~/server/external-links.server';
import { readFlow } from '~/server/flow.server';
import { newFormToken } from '~/server/form.server';
import { requireVisitor } from '~/server/guards.server';

export const handle = { title: 'landing.title', description: 'landing.description' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVisitor(request, context);
  const { searchParams } = new URL(request.url);
  const { landing } = await readFlow(request, context);
  const asked = searchParams.get('view');
  // A14: a sign-up that was begun goes on; else login.
  const begun = landing !== null && (landing.groupId !== null || landing.coupon !== null);
  const view: AuthView = asked === 'signup' || (asked !== 'login' && begun) ? 'signup' : 'login';
  return { view, reason: searchParams.get('reason'), formToken: newFormToken(), links: externalLinks(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request, context);
  return answerAuthForm(request, context);
}

export default function Landing() {
  const { view, reason, formToken, links } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return <LandingPage action={`/?index&view=${view}`} links={links} reason={reason} reply={reply} token={formToken} view={view} />;
}
