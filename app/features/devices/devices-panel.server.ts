import type { AppLoadContext } from '@remix-run/cloudflare';
import type { ChildId } from '~/domain/ids';
import type { Parent } from '~/server/guards.server';
import { listDevices } from './devices.server';
import { pickDevice } from './picked-device.server';

/** The devices of one child, and the one that `?device=` looks at closely. */
export async function loadDevicesPanel(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId) {
  const devices = await listDevices(parent.api, childId);
  const back = `/manage/${childId}/devices`;
  return { devices, picked: await pickDevice(context, parent, devices, new URL(request.url).searchParams, back) };
}
