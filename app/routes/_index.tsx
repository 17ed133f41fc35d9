import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { loadWithPatience } from '~/browser/page-load';
import { sendForm } from '~/browser/send-form';
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

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadWithPatience(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request, context);
  return answerAuthForm(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // A login that brought no session changed nothing.
  const silence = (intent: string) => (intent === 'login' ? 'error_strings.auth_failed' : 'error_strings.unknown_outcome');
  return sendForm(request, () => serverAction<typeof action>(), silence);
}

export default function Landing() {
  const { view, reason, formToken, links } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  useEffect(() => {
    if (reply !== undefined) nameView(view);
  }, [reply, view]);
  return <LandingPage action={`/?index&view=${view}`} links={links} reason={reason} reply={reply} token={formToken} view={view} />;
}

/** A form is posted to `/?index`, which the router takes for the page's address when it is shown again: a reader has no use for it (LAND-024). */
function nameView(view: AuthView): void {
  if (new URLSearchParams(window.location.search).has('index')) window.history.replaceState(window.history.state, '', `/?view=${view}`);
}
