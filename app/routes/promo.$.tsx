import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { loadFreshData } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { AboutNav } from '#app/features/auth/about-nav';
import { answerAuthForm } from '#app/features/auth/auth-action.server';
import { AuthForm } from '#app/features/auth/auth-form';
import { PromoPage } from '#app/features/offers/promo-page';
import { loadVisitorPromo, promoSurroundings, requirePromoPlans } from '#app/features/offers/promo-page.server';
import { PromoNextStep, PromoPrice } from '#app/features/offers/promo-price';
import { useClock } from '#app/features/shell/time/use-clock';
import { listSsoTypes } from '#app/features/sso/providers.server';
import { SsoLinks } from '#app/features/sso/sso-links';

export { links } from '#app/features/offers/promo-links';

export const handle = { title: 'promo.title', texts: ['visitors', 'promo'] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const plans = await requirePromoPlans(request, context, params['*'] ?? '');
  const ssoTypes = await listSsoTypes(request, context);
  return { ...(await loadVisitorPromo(request, context, plans)), ...promoSurroundings(context), ssoTypes };
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return loadFreshData(request, () => serverLoader<typeof loader>(), ['visitors', 'promo']);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerAuthForm(request, context);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Promo() {
  const { view, trouble, zone, now, formToken, links: about, ssoTypes } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const clock = useClock(zone, now);
  const { tier, cycle } = view.choice;
  return (
    <PromoPage
      foot={<AboutNav links={about} />}
      form={
        <AuthForm
          action={`/promo/${tier}/${cycle}`}
          foot={<PromoNextStep clock={clock} view={view} />}
          head={<PromoPrice view={view} />}
          otherWays={<SsoLinks types={ssoTypes} />}
          reply={reply}
          token={formToken}
          view="signup"
        />
      }
      now={now}
      trouble={trouble}
      view={view}
      zone={zone}
    />
  );
}
