import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { loadAllowance, toAllowanceReads } from '#app/features/allowance/allowance.server';
import { answerAllowance } from '#app/features/allowance/allowance-action.server';
import { AllowancePanel } from '#app/features/allowance/allowance-panel';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, readStatus, requireManageContext } from '#app/features/screen-time/manage-page.server';
import { createManageLoader } from '#app/features/screen-time/manage-route';

export { links } from '#app/features/screen-time/manage-links';

export { clientAction, shouldRevalidate } from '#app/features/screen-time/manage-route';

export const handle = { ...MANAGE_HANDLE, texts: ['allowance'] } satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId, toAllowanceReads);
  const status = readStatus(manageContext);
  const [page, allowance] = await Promise.all([loadManagePage(manageContext, 'allowance', status), loadAllowance(manageContext, status)]);
  return { ...page, allowance };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerManageForm(await requireManageContext(request, context, params.userId), answerAllowance);
}

export const clientLoader = createManageLoader(handle);

export default function ManageAllowance() {
  const { allowance, ...page } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <ManageFrame page={page} reply={reply}>
      <AllowancePanel data={allowance} page={page} reply={reply} />
    </ManageFrame>
  );
}
