import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerWebFilter, loadWebFilter, MAX_FORM_BYTES } from '#app/features/apps/web-filter/web-filter.server';
import { WebFilterPanel } from '#app/features/apps/web-filter/web-filter-panel';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, readStatus, requireManageContext } from '#app/features/screen-time/manage-page.server';
import { createManageLoader } from '#app/features/screen-time/manage-route';
import { toGranularityRead } from '#app/server/granularity.server';

export { links } from '#app/features/screen-time/manage-links';

export { clientAction, shouldRevalidate } from '#app/features/screen-time/manage-route';

export const handle = { ...MANAGE_HANDLE, texts: ['apps'] } satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId, (childId) => [toGranularityRead(childId)]);
  const status = readStatus(manageContext);
  const [page, own] = await Promise.all([loadManagePage(manageContext, 'web-filter', status), loadWebFilter(manageContext, status)]);
  return { ...page, own };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerManageForm(await requireManageContext(request, context, params.userId), answerWebFilter, MAX_FORM_BYTES);
}

export const clientLoader = createManageLoader(handle);

export default function ManageWebFilter() {
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <ManageFrame page={page} reply={reply}>
      <WebFilterPanel data={page.own} page={page} reply={reply} />
    </ManageFrame>
  );
}
