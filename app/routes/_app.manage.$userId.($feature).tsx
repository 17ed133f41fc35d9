import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePoll } from '~/browser/use-poll';
import { isWaiting } from '~/features/children/child-status';
import { ChildSwitcher } from '~/features/children/child-switcher';
import { answerManageForm } from '~/features/screen-time/manage-action.server';
import { ManagePage } from '~/features/screen-time/manage-page';
import { loadManagePage, requireChild } from '~/features/screen-time/manage-page.server';
import { AppFrame } from '~/features/shell/app-frame';
import { requireParent } from '~/server/guards.server';

const WAITING_MS = 5000;
const CALM_MS = 60_000;

export const handle = { title: 'manage.title' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const parent = await requireParent(request, context);
  return loadManagePage(request, context, parent, requireChild(context, parent, params.userId), params.feature);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const parent = await requireParent(request, context);
  return answerManageForm(request, context, parent, requireChild(context, parent, params.userId));
}

export default function Manage() {
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  usePoll(isWaiting(page.status) ? WAITING_MS : CALM_MS);
  return (
    <AppFrame
      place={t('frame.manage')}
      switcher={<ChildSwitcher activeId={page.child.id} entries={page.entries} panel={page.panel} />}
      verified={page.verified}
    >
      <ManagePage key={page.child.id} page={page} reply={reply} />
    </AppFrame>
  );
}
