import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { PlacePage } from '#app/features/locator/place-page';
import { answerPlaceForm, loadPlacePage, toPlaceReads } from '#app/features/locator/place-page.server';
import { AppFrame } from '#app/features/shell/frame/app-frame';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/locator/locator-links';

export const handle = {
  title: 'locator.places',
  live: { hints: ['account', 'user', 'geofence', 'subscription'], poll: null },
  texts: ['locator'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadPlacePage(request, context, await requireParent(request, context, toPlaceReads(params.placeId)), params.placeId);
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerPlaceForm(request, context, await requireParent(request, context));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function PlaceRoute() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame accountState={page.accountState} pageName={t(page.values.id === '' ? 'places.new' : 'places.edit')}>
      <PlacePage key={page.values.id} page={page} reply={reply} />
    </AppFrame>
  );
}
