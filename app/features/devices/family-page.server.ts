import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, compareByName } from '#app/domain/child';
import { localDate } from '#app/domain/time';
import { loadChildDialog, toChildDialogReads } from '#app/features/children/profile/child-dialog.server';
import { listChildStatuses, STATUSES_READ } from '#app/features/children/status/child-status.server';
import { toAccountState } from '#app/server/account.server';
import type { Read } from '#app/server/api.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { listDevices, toDevicesRead } from './devices.server';
import { pickDevice } from './picked-device.server';

/** Returns the reads that `loadFamilyPage` makes. */
export function toFamilyReads(query: URLSearchParams): Array<Read> {
  return [STATUSES_READ, toDevicesRead(), ...toChildDialogReads(query)];
}

/** Loads the family with every device. `?device=`, `?child=` and `?new=` select the dialog to open. */
export async function loadFamilyPage(request: Request, context: AppLoadContext, parent: Parent) {
  const query = new URL(request.url).searchParams;
  const { account, api } = parent;
  const [statuses, devices, picked] = await Promise.all([
    listChildStatuses(api, account.children),
    listDevices(api),
    loadChildDialog(request, context, parent, '/my-family'),
  ]);
  const now = Date.now();
  return {
    family: account.children.toSorted(compareByName).flatMap((child) => {
      const status = statuses.find(({ childId }) => childId === child.id);
      return status === undefined ? [] : [{ child, status, today: localDate(now, child.timeZone) }];
    }),
    connectTo: toConnectPath(account.children.toSorted(compareByName)),
    deviceCount: account.deviceCount,
    picked,
    device: picked === null ? await pickDevice(context, parent, devices, query, '/my-family') : null,
    parentZone: account.timeZone,
    now,
    accountState: toAccountState(account, now),
    formToken: newFormToken(),
  };
}

/** Returns the target of the «Add a device for a child» tile: the first child without a device, else the first child. */
export function toConnectPath(family: ReadonlyArray<Pick<Child, 'id' | 'deviceIds'>>): string {
  const child = family.find(({ deviceIds }) => deviceIds.length === 0) ?? family[0];
  return child === undefined ? '/connect' : `/connect?child=${child.id}`;
}
