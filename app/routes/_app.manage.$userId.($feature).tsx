import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerSchedules } from '#app/features/schedules/schedule-action.server';
import { isDialogReply, SchedulePanel } from '#app/features/schedules/schedule-panel';
import { loadSchedulePanel } from '#app/features/schedules/schedule-panel.server';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, readStatus, requireManageContext, toPageStatusInput } from '#app/features/screen-time/manage-page.server';
import { createManageLoader } from '#app/features/screen-time/manage-route';

export { links } from '#app/features/screen-time/manage-links';

export { clientAction, shouldRevalidate } from '#app/features/screen-time/manage-route';

export const handle = { ...MANAGE_HANDLE, texts: ['schedules'] } satisfies PageHandle;

/** Loads the schedule panel, even for a URL with an unknown panel or none (MAN-002, MAN-003). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId);
  const found = await readStatus(manageContext);
  const page = await loadManagePage(manageContext, 'schedule', found);
  const input = toPageStatusInput(manageContext, found.status, found.storedRules, page.now);
  const panel = await loadSchedulePanel(manageContext, input, page.now);
  return { ...page, schedules: panel };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerManageForm(await requireManageContext(request, context, params.userId), answerSchedules);
}

export const clientLoader = createManageLoader(handle);

export default function ManageSchedule() {
  const { schedules, ...page } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  return (
    <ManageFrame page={page} reply={isDialogReply(schedules, reply) ? undefined : reply}>
      <SchedulePanel childName={page.child.name} panel={schedules} reply={reply} token={page.formToken} />
    </ManageFrame>
  );
}
