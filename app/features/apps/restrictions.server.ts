import { type Support, supportOf } from '~/domain/feature-versions';
import { defaultOf, RESTRICTIONS, type RestrictedOs, type RestrictionValue, restrictionSupport } from '~/domain/restrictions';
import { notice, showAgain } from '~/server/form.server';
import { answerChange, type ChildDevice, type GranularityChange, listChildDevices, readGranularity, standsAs } from './granularity.server';
import type { PanelAnswer, PanelForm, PanelPlace } from './panel-form';
import { parseRestrictionWish } from './restriction-wish';

/** A device that cannot, and what it lacks; `refused`: it has told that it could not put it into effect (D10). */
export type Behind = { id: string; name: string; support: Exclude<Support, { kind: 'ok' }> | { kind: 'refused' } };

/** One row of a table: the value that holds, and which of the devices cannot obey. */
export type RestrictionRow = { key: string; value: RestrictionValue; default: RestrictionValue; behind: Array<Behind> };

/** The restrictions of one system; without rows where every device of it is too old (APPS-033). */
export type RestrictionTable = { os: RestrictedOs; behind: Array<Behind>; rows: Array<RestrictionRow> };

const SYSTEMS = ['iOS', 'android'] as const satisfies ReadonlyArray<RestrictedOs>;

/** What the panel of restrictions shows: a table for each system that the child has (APPS-032, APPS-033). */
export async function loadRestrictions({ parent, child }: PanelPlace) {
  const { api, account } = parent;
  const [{ granularity }, devices] = await Promise.all([readGranularity(api, child.id), listChildDevices(api, child.deviceIds)]);
  const tables = SYSTEMS.filter((os) => devices.some((device) => device.os === os)).map((os) =>
    toTable(
      os,
      devices.filter((device) => device.os === os),
      granularity.restrictions,
    ),
  );
  return {
    tables,
    others: devices.filter(({ os }) => os === 'other').map(({ name }) => name),
    isLocked: account.entitlements.limits.granularity === 'off',
  };
}

export type Restrictions = Awaited<ReturnType<typeof loadRestrictions>>;

/** One system's table for the child's devices with that system. */
export function toTable(os: RestrictedOs, devices: Array<ChildDevice>, values: Record<string, RestrictionValue>): RestrictionTable {
  const behind = devices.flatMap((device) => toBehind(device, supportOf('restrictions', device)));
  const able = devices.filter(({ id }) => !behind.some((other) => other.id === id));
  const rows = RESTRICTIONS.filter((restriction) => restriction.os === os).map((restriction) => ({
    key: restriction.key,
    value: values[restriction.key] ?? restriction.default,
    default: restriction.default,
    behind: able.flatMap((device) => toBehind(device, restrictionSupport(restriction, device), restriction.key)),
  }));
  return { os, behind, rows: able.length === 0 ? [] : rows };
}

/**
 * Why a device cannot do something, if it cannot. One that is too old reports of itself that it could not put `key` into effect (D10): what it
 * lacks is said then, for that can be mended.
 */
export function toBehind({ id, name, unsupported }: ChildDevice, support: Support, key?: string): Array<Behind> {
  if (support.kind !== 'ok') return [{ id, name, support }];
  return key !== undefined && unsupported.includes(key) ? [{ id, name, support: { kind: 'refused' } }] : [];
}

/** What the panel of restrictions posts; null where the form is not its own. */
export async function answerRestrictions(place: PanelForm): Promise<PanelAnswer> {
  const { form, request } = place;
  const wish = parseRestrictionWish(form.intent);
  if (wish === null) return null;
  const byDefault = defaultOf(wish.key);
  if (byDefault === undefined) return showAgain(form, { notice: notice('restrictions.unknown') });
  const toValue = (isOn: boolean): RestrictionValue => (typeof byDefault === 'boolean' ? isOn : isOn ? 'A' : 'N');
  const change: GranularityChange = {
    patch: { omnibus_directives: { [wish.key]: toValue(wish.isOn) } },
    stands: ({ restrictions }) => standsAs(restrictions[wish.key] ?? byDefault, toValue(!wish.isOn), toValue(wish.isOn)),
  };
  return answerChange(place, change, {
    failed: notice('restrictions.failed'),
    saved: { key: 'toast.saved', params: {} },
    to: new URL(request.url).pathname,
  });
}
