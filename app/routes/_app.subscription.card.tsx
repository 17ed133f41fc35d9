import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { requireOwnDocument } from '#app/browser/own-document';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { CardPage } from '#app/features/plans/payment/card-page';
import { answerCardForm, loadCardPage } from '#app/features/plans/payment/card-page.server';
import { toFormReply } from '#app/features/plans/payment/stripe-checkout';
import { StripeForm } from '#app/features/plans/payment/stripe-form';
import { PLAN_READS } from '#app/features/plans/plans.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/plans/plans-links';

export const handle = {
  title: 'plans.change_card',
  live: { hints: ['subscription'], poll: null },
  texts: ['plans'],
} satisfies PageHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadCardPage(context, await requireParent(request, context, PLAN_READS));
}

const load = createPageLoader<SerializeFrom<typeof loader>>({ texts: handle.texts });

/** A document of its own, whose policy allows Stripe’s form. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  requireOwnDocument(request);
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerCardForm(request, context, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(
    request,
    () => serverAction<typeof action>(),
    () => 'plans.unknown_change',
  );
}

export default function Card() {
  const { t } = useTranslation();
  const { page, formToken, accountState } = useLoaderData<typeof loader>();
  const reply = useKeptReply(toFormReply(useActionData<typeof action>()));
  return (
    <AppFrame accountState={accountState} pageName={t('plans.change_card')}>
      <CardPage page={page} reply={reply} StripeForm={StripeForm} token={formToken} />
    </AppFrame>
  );
}
