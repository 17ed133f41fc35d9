import type { AppLoadContext } from '@remix-run/cloudflare';
import { compareByName } from '~/domain/child';
import { pickChild } from '~/features/children/child-pages';
import { listChildStatuses } from '~/features/children/child-status.server';
import { listTimeZones } from '~/features/children/children.server';
import { toStanding } from '~/server/account.server';
import { newFormToken } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { leadOn } from '~/server/redirect.server';
import { listDevices } from './devices.server';

/** The family with every device; `?device=` and `?child=` name what is looked at closely. */
export async function loadFamilyPage(context: AppLoadContext, { account, api }: Parent, query: URLSearchParams) {
  const [statuses, devices] = await Promise.all([listChildStatuses(api, account.children), listDevices(api)]);
  const children = [...account.children].sort(compareByName);
  const device = devices.find(({ id }) => id === query.get('device')) ?? null;
  const picked = pickChild(children, query);
  // An id that is not of this family, or no longer: the list.
  if (device === null && query.has('device')) throw leadOn(context, '/my-family');
  const owner = children.find(({ id }) => device?.childIds.includes(id));
  return {
    family: children.flatMap((child) => {
      const status = statuses.find(({ childId }) => childId === child.id);
      return status === undefined ? [] : [{ child, status }];
    }),
    deviceCount: account.deviceCount,
    picked,
    device: device === null ? null : { device, zone: owner?.timeZone ?? account.timeZone, confirm: query.get('confirm') === 'remove' },
    zones: picked === null ? [] : listTimeZones(picked.child.timeZone),
    parentZone: account.timeZone,
    now: Date.now(),
    standing: toStanding(account, Date.now()),
    formToken: newFormToken(),
  };
}
