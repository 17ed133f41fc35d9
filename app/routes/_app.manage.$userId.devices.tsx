import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/cloudflare';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import { useKeptReply } from '#app/browser/use-kept-reply';
import type { PageHandle } from '#app/browser/use-live';
import { answerDeviceForm } from '#app/features/devices/device-forms.server';
import { DevicesPanel } from '#app/features/devices/devices-panel';
import { loadDevicesPanel, toDevicesReads } from '#app/features/devices/devices-panel.server';
import { answerManageForm } from '#app/features/screen-time/manage-action.server';
import { MANAGE_HANDLE, ManageFrame } from '#app/features/screen-time/manage-frame';
import { loadManagePage, requireManageContext } from '#app/features/screen-time/manage-page.server';

export const handle = { ...MANAGE_HANDLE, texts: ['devices'] } satisfies PageHandle;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId, toDevicesReads);
  const [page, devices] = await Promise.all([
    loadManagePage(manageContext, 'devices'),
    loadDevicesPanel(request, context, manageContext.parent, manageContext.child.id),
  ]);
  return { ...page, devices };
}

const load = createPageLoader<SerializeFrom<typeof loader>>(handle);

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return load(request, () => serverLoader<typeof loader>());
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const manageContext = await requireManageContext(request, context, params.userId);
  const back = `/manage/${manageContext.child.id}/devices`;
  return answerManageForm(manageContext, ({ form }) => answerDeviceForm({ request, context, parent: manageContext.parent, form, back }));
}

export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction<typeof action>());
}

/**
 * Reloads after a refusal too, so that a late request shows the current state. Not without a response (503): the next load would fail too.
 */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 503;
}

export default function ManageDevices() {
  const { devices, ...page } = useLoaderData<typeof loader>();
  const reply = useKeptReply(useActionData<typeof action>());
  // A dialog shows the reply to its own forms, because it covers the page below.
  return (
    <ManageFrame page={page} reply={devices.picked === null ? reply : undefined}>
      <DevicesPanel child={page.child} now={page.now} panel={devices} reply={reply} status={page.status} token={page.formToken} />
    </ManageFrame>
  );
}
