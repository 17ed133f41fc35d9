import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { createPageLoader } from '~/browser/page-load';
import { sendForm } from '~/browser/send-form';
import { useKeptReply } from '~/browser/use-kept-reply';
import type { PageHandle } from '~/browser/use-live';
import { ChildSwitcher } from '~/features/children/child-switcher';
import { answerManageForm } from '~/features/screen-time/manage-action.server';
import { ManagePage } from '~/features/screen-time/manage-page';
import { loadManagePage, requireChild } from '~/features/screen-time/manage-page.server';
import { AppFrame } from '~/features/shell/app-frame';
import { requireParent } from '~/server/guards.server';

export const handle = {
  title: 'manage.title',
  live: {
    hints: ['account', 'user', 'device', 'block_status', 'rule', 'usage', 'command', 'subscription'],
    poll: { kind: 'block-status' },
  },
} satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context);
  const page = await loadManagePage(request, context, parent, requireChild(context, parent, params.userId), params.feature);
  return { ...page, isFull: parent.account.isFull, seq: parent.account.seq };
}

const load = createPageLoader<SerializeFrom<typeof loader>>();

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  return answerManageForm(request, context, parent, requireChild(context, parent, params.userId));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

/** After a no as well: whoever was too late sees how it stands now. Not where there was no answer: the next would not come either. */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 503;
}

export default function Manage() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <AppFrame
      place={t('frame.manage')}
      switcher={<ChildSwitcher activeId={page.child.id} entries={page.entries} toPath={(id) => `/manage/${id}/${page.panel}`} />}
      standing={page.standing}
    >
      <ManagePage key={page.child.id} page={page} reply={reply} />
    </AppFrame>
  );
}
