import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { answerAuthForm } from '#app/features/auth/auth-action.server';
import type { AuthView } from '#app/features/auth/auth-form';
import { LandingPage } from '#app/features/auth/landing-page';
import { useEmptiedKeys } from '#app/features/keys/use-emptied-keys';
import { OfferHeader } from '#app/features/offers/offer-header';
import { OfferTrouble } from '#app/features/offers/offer-trouble';
import { leaveSignUp } from '#app/features/sso/pending-sign-up.server';
import { listSsoTypes } from '#app/features/sso/providers.server';
import { SsoLinks } from '#app/features/sso/sso-links';
import { externalLinks } from '#app/server/external-links.server';
import { readFlow } from '#app/server/flow.server';
import { newFormToken } from '#app/server/form.server';
import { requireVisitor } from '#app/server/guards.server';
import { openLanding } from '#app/server/landing.server';
import { rememberPath, toOwnPath } from '#app/server/redirect.server';
import { findSessionEnd } from '#app/server/session.server';

export const handle = { title: 'landing.title', description: 'landing.description', texts: ['visitors'] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVisitor(request, context);
  const { searchParams } = new URL(request.url);
  await rememberPath(request, context, toOwnPath(searchParams.get('redirect') ?? ''));
  const offer = await openLanding(request, context);
  const { landing } = await readFlow(request, context);
  const asked = searchParams.get('view');
  if (asked === 'signup' || asked === 'login') leaveSignUp(request, context);
  // Continues a sign-up that was started; otherwise shows the login (A14).
  const begun = landing !== null && (landing.groupId !== null || landing.coupon !== null);
  const view: AuthView = asked === 'signup' || (asked !== 'login' && begun) ? 'signup' : 'login';
  return {
    view,
    reason: searchParams.get('reason') ?? (await findSessionEnd(request, context)),
    offer,
    formToken: newFormToken(),
    links: externalLinks(context),
    ssoTypes: await listSsoTypes(request, context),
  };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

/** Does not redirect a logged-in user, unlike the loader. The answer asks whether to log out first. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerAuthForm(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // A login without a response did not start a session, so nothing has changed.
  const noResponseText = (intent: string) => (intent === 'login' ? 'error_strings.auth_failed' : 'error_strings.unknown_outcome');
  return sendForm(request, () => serverAction<typeof action>(), noResponseText);
}

export default function Landing() {
  const { view, reason, offer, formToken, links, ssoTypes } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  useEmptiedKeys(reply?.leaving == null);
  useEffect(() => {
    if (reply !== undefined) nameView(view);
  }, [reply, view]);
  return (
    <LandingPage
      action={`/?index&view=${view}`}
      discountHeader={<OfferHeader offer={offer.header} />}
      links={links}
      offerTrouble={<OfferTrouble trouble={offer.trouble} />}
      otherWays={<SsoLinks types={ssoTypes} />}
      reason={reason}
      reply={reply}
      token={formToken}
      view={view}
    />
  );
}

/** Removes `?index` from the URL. Forms post to `?index`, and the router would keep it as the page's URL (LAND-024). */
function nameView(view: AuthView): void {
  if (new URLSearchParams(window.location.search).has('index')) window.history.replaceState(window.history.state, '', `/?view=${view}`);
}
