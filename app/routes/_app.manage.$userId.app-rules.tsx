import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { loadAppRules, toAppRulesReads } from '#app/features/apps/app-rules/app-rules.server';
import { answerAppRules } from '#app/features/apps/app-rules/app-rules-action.server';
import { AppRulesPanel } from '#app/features/apps/app-rules/app-rules-panel';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, readStatus, requireManageContext } from '#app/features/screen-time/manage-page.server';
import { createManageLoader } from '#app/features/screen-time/manage-route';

export { links } from '#app/features/screen-time/manage-links';

export { clientAction, shouldRevalidate } from '#app/features/screen-time/manage-route';

export const handle = { ...MANAGE_HANDLE, texts: ['apps'] } satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId, toAppRulesReads);
  const status = readStatus(manageContext);
  const loading = loadManagePage(manageContext, 'app-rules', status);
  const [page, own] = await Promise.all([loading, loadAppRules(manageContext, status, loading)]);
  return { ...page, own };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerManageForm(await requireManageContext(request, context, params.userId), answerAppRules);
}

export const clientLoader = createManageLoader(handle);

export default function ManageAppRules() {
  const page = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <ManageFrame page={page} reply={reply}>
      <AppRulesPanel data={page.own} page={page} reply={reply} />
    </ManageFrame>
  );
}
