import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerDeviceForm } from '#app/features/devices/device-forms.server';
import { DevicesPanel } from '#app/features/devices/devices-panel';
import { loadDevicesPanel, toDevicesReads } from '#app/features/devices/devices-panel.server';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, requireManageContext } from '#app/features/screen-time/manage-page.server';
import { createManageLoader } from '#app/features/screen-time/manage-route';

export { links } from '#app/features/screen-time/manage-links';

export { clientAction, shouldRevalidate } from '#app/features/screen-time/manage-route';

export const handle = { ...MANAGE_HANDLE, texts: ['devices'] } satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId, toDevicesReads);
  const [page, devices] = await Promise.all([
    loadManagePage(manageContext, 'devices'),
    loadDevicesPanel(request, context, manageContext.parent, manageContext.child.id),
  ]);
  return { ...page, devices };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId);
  const back = `/manage/${manageContext.child.id}/devices`;
  return answerManageForm(manageContext, ({ form }) => answerDeviceForm({ request, context, parent: manageContext.parent, form, back }));
}

export const clientLoader = createManageLoader(handle);

export default function ManageDevices() {
  const { devices, ...page } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  // A dialog shows the reply to its own forms, because it hides the page below.
  return (
    <ManageFrame page={page} reply={devices.picked === null ? reply : undefined}>
      <DevicesPanel child={page.child} now={page.now} panel={devices} reply={reply} status={page.status} token={page.formToken} />
    </ManageFrame>
  );
}
