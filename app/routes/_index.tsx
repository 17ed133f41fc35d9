import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { answerAuthForm } from '#app/features/auth/auth-action.server';
import { LandingPage } from '#app/features/auth/landing-page';
import { askedView, loadLandingPage } from '#app/features/auth/landing-page.server';
import { useViewInUrl } from '#app/features/auth/use-view-in-url';
import { useKeyStoreCleanup } from '#app/features/keys/use-key-store-cleanup';
import { OfferHeader } from '#app/features/offers/offer-header';
import { OfferTrouble } from '#app/features/offers/offer-trouble';
import { leaveSignUp } from '#app/features/sso/pending-sign-up.server';
import { listSsoTypes } from '#app/features/sso/providers.server';
import { SsoLinks } from '#app/features/sso/sso-links';
import { requireVisitor } from '#app/server/guards.server';

export { links } from '#app/features/auth/visitor-links';

export const handle = { title: 'landing.title', description: 'landing.description', texts: ['visitors'] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVisitor(request, context);
  const page = await loadLandingPage(request, context);
  if (askedView(request) !== null) leaveSignUp(request, context);
  return { ...page, ssoTypes: await listSsoTypes(request, context) };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

/** Does not redirect a logged-in user, unlike the loader. The answer asks whether to log out first. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerAuthForm(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // A login without a response set no cookie, so the user is still logged out.
  const noResponseText = (intent: string) => (intent === 'login' ? 'error_strings.auth_failed' : 'error_strings.unknown_outcome');
  return sendForm(request, () => serverAction<typeof action>(), noResponseText);
}

export default function Landing() {
  const { view, reason, offer, formToken, links, ssoTypes } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  useKeyStoreCleanup(reply?.leaving == null);
  useViewInUrl(view, reply);
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
