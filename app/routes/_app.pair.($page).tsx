import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { ButtonLink } from '#app/components/ui/button';
import { PairContent } from '#app/features/pairing/pair-content';
import { answerPairForm, loadPairPage, toPairReads } from '#app/features/pairing/pair-page.server';
import { BareFrame } from '#app/features/shell/frame/bare-frame';
import { Reminders } from '#app/features/shell/messages/reminders';
import { toAccountState } from '#app/server/account.server';
import { requireParent } from '#app/server/guards.server';

export { links } from '#app/features/pairing/pairing-links';

export const handle = {
  title: 'pair.page_title',
  isBare: true,
  live: { hints: ['account', 'user', 'device', 'pairing', 'subscription'], poll: { kind: 'add-child', isFastFromStart: true } },
  texts: ['family', 'pairing'],
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context, toPairReads(params.page));
  const accountState = toAccountState(parent.account, Date.now());
  return { ...(await loadPairPage(request, context, parent, params.page)), accountState, seq: parent.account.seq };
}

// Each poll checks once whether the device is paired. A failed check means that it is not paired yet (A105, A106).
const load = createPageLoader<SerializeFrom<typeof loader>>({ isCheck: true, texts: handle.texts });

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}
// Loads during hydration, so that known data is returned if the first check fails.
clientLoader.hydrate = true as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  return answerPairForm(request, context, parent);
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

export default function Pair() {
  const { t } = useTranslation();
  const { accountState, ...page } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <BareFrame
      end={
        <ButtonLink kind="quiet" to="/my-family">
          {t('pair.stop')}
        </ButtonLink>
      }
    >
      <Reminders accountState={accountState} />
      <PairContent {...page} reply={reply} />
    </BareFrame>
  );
}
