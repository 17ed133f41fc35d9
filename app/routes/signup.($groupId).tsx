import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { answerAuthForm } from '#app/features/auth/auth-action.server';
import { LandingPage } from '#app/features/auth/landing-page';
import { OfferHeader } from '#app/features/offers/offer-header';
import { OfferTrouble } from '#app/features/offers/offer-trouble';
import { leaveSignUp, readSignUp } from '#app/features/sso/pending-sign-up.server';
import { listSsoTypes } from '#app/features/sso/providers.server';
import { SsoLinks } from '#app/features/sso/sso-links';
import { answerSsoSignUp } from '#app/features/sso/sso-sign-up.server';
import { SsoSignUpForm } from '#app/features/sso/sso-sign-up-form';
import { externalLinks } from '#app/server/external-links.server';
import { newFormToken } from '#app/server/form.server';
import { requireVisitor } from '#app/server/guards.server';
import { openLanding, readVisit } from '#app/server/landing.server';
import { findOther } from '#app/server/other-account.server';

export { links } from '#app/features/auth/visitor-links';
export const handle = { title: 'login.create_account', description: 'login.signup_description', texts: ['visitors'] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  // If the user returns from an identity provider while logged in to another account, the form asks before replacing it.
  const isSsoReturn = isSsoForm(request) && (await readSignUp(request, context)) !== null;
  const leaving = isSsoReturn ? await findOther(request, context, () => false) : null;
  await requireVisitor(request, context);
  const offer = await openLanding(request, context, readVisit(request, params.groupId));
  // A group ID comes from an external link, which starts a new sign-up.
  const isArrival = params.groupId !== undefined;
  if (isArrival) leaveSignUp(request, context);
  const pending = isArrival ? null : await readSignUp(request, context);
  const sso = pending === null ? null : { type: pending.type, userName: pending.userName, email: pending.email };
  const ssoTypes = await listSsoTypes(request, context);
  return { offer, sso, ssoTypes, leaving, formToken: newFormToken(), links: externalLinks(context) };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors']);
}

/** Handles both sign-up forms. If an account is logged in, the reply asks whether to log out instead of redirecting. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (isSsoForm(request)) return answerSsoSignUp(request, context);
  return answerAuthForm(request, context);
}

/** True for the single sign-on form, whose URL has `sso` in its query. */
function isSsoForm(request: Request): boolean {
  return new URL(request.url).searchParams.has('sso');
}

export default function SignUp() {
  const { offer, sso, ssoTypes, leaving, formToken, links } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const path = useLocation().pathname;
  const ssoForm = sso && <SsoSignUpForm about={sso} action={`${path}?sso`} leaving={leaving} reply={reply} token={formToken} />;
  return (
    <LandingPage
      action={path}
      form={ssoForm ?? undefined}
      discountHeader={<OfferHeader offer={offer.header} />}
      links={links}
      offerTrouble={<OfferTrouble trouble={offer.trouble} />}
      otherWays={<SsoLinks types={ssoTypes} />}
      reply={reply}
      token={formToken}
      view="signup"
    />
  );
}
