import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { requireOwnDocument } from '#app/browser/own-document';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import { AboutNav } from '#app/features/auth/about-nav';
import { answerAuthForm } from '#app/features/auth/auth-action.server';
import { AuthForm } from '#app/features/auth/auth-form';
import { useKeyStoreCleanup } from '#app/features/keys/use-key-store-cleanup';
import { PromoPage } from '#app/features/offers/promo-page';
import { loadPromoPage } from '#app/features/offers/promo-page.server';
import { PromoNextStep, PromoPrice } from '#app/features/offers/promo-price';
import { PromoPurchase } from '#app/features/offers/promo-purchase';
import { answerPaymentForm } from '#app/features/plans/payment/payment.server';
import { toFormReply } from '#app/features/plans/payment/stripe-checkout';
import { useClock } from '#app/features/shell/time/use-clock';
import { listSsoTypes } from '#app/features/sso/providers.server';
import { SsoLinks } from '#app/features/sso/sso-links';
import { requireParent } from '#app/server/guards.server';
import { reloadDocument } from '#app/server/redirect.server';

export { links } from '#app/features/offers/promo-links';

export const handle = { title: 'promo.title', texts: ['visitors', 'plans', 'promo'] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return { page: await loadPromoPage(request, context, params['*'] ?? ''), ssoTypes: await listSsoTypes(request, context) };
}

/** A document of its own, whose policy allows Stripe’s form. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  requireOwnDocument(request);
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors', 'plans', 'promo']);
}

/** Handles the sign-up and, with `?pay`, the payment. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!new URL(request.url).searchParams.has('pay')) return reloadDocument(await answerAuthForm(request, context));
  return answerPaymentForm(request, context, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const noResponseText = (intent: string) => (intent === 'pay' ? 'plans.unknown_payment' : 'error_strings.unknown_outcome');
  return sendForm(request, () => serverAction<typeof action>(), noResponseText);
}

export default function Promo() {
  const { page, ssoTypes } = useLoaderData<typeof loader>();
  const reply = useKeptReply(toFormReply(useActionData<typeof action>()));
  const clock = useClock(page.zone, page.now);
  useKeyStoreCleanup(page.kind === 'visitor' && reply?.leaving == null);
  const { tier, cycle } = page.view.choice;
  const signUp = () => (
    <AuthForm
      action={`/promo/${tier}/${cycle}`}
      foot={<PromoNextStep clock={clock} view={page.view} />}
      head={<PromoPrice clock={clock} view={page.view} />}
      otherWays={<SsoLinks types={ssoTypes} />}
      reply={reply}
      token={page.formToken}
      view="signup"
    />
  );
  const form = page.kind === 'visitor' ? signUp() : <PromoPurchase clock={clock} page={page} reply={reply} />;
  return <PromoPage clock={clock} foot={<AboutNav links={page.links} />} form={form} page={page} />;
}
