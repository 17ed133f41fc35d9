import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ChildId } from '~/domain/ids';
import type { Read } from '~/server/api.server';
import type { Parent } from '~/server/guards.server';
import { listDevices, toDevicesRead } from './devices.server';
import { pickDevice } from './picked-device.server';

/** What `loadDevicesPanel` reads. */
export function toDevicesReads(childId: ChildId): Array<Read> {
  return [toDevicesRead(childId)];
}

/** The devices of one child, and the one that `?device=` looks at closely. */
export async function loadDevicesPanel(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId) {
  const devices = await listDevices(parent.api, childId);
  const back = `/manage/${childId}/devices`;
  return { devices, picked: await pickDevice(context, parent, devices, new URL(request.url).searchParams, back) };
}
