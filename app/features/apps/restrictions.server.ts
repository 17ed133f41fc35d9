import type { DeviceOs } from '~/domain/device';
import { type Support, supportOf } from '~/domain/feature-versions';
import {
  defaultOf,
  RESTRICTIONS,
  type RestrictedOs,
  type RestrictionValue,
  restrictionSupport,
  WEB_FILTER_KEY,
} from '~/domain/restrictions';
import type { Instant } from '~/domain/time';
import type { ChildDevice } from '~/features/children/child-status.server';
import { formMessage, replyInvalid } from '~/server/form.server';
import { compareWithStored, type GranularityChange, readGranularity } from '~/server/granularity.server';
import { i18n, languageOf } from '~/server/i18n.server';
import { answerChange } from './granularity.server';
import type { PanelAnswer, PanelForm, PanelPlace, PanelStatus } from './panel-form';
import { parseRestrictionRequest, toRestrictionIntent } from './restriction-request';
import { getSyncStatus, isUnderWay, type SyncStatus } from './sync-status';

/**
 * A device that does not do it: what it lacks; `refused`: it has told that it could not put it into effect (D10); or how far what is set has
 * come there (A118).
 */
export type Behind = {
  id: string;
  name: string;
  os: DeviceOs;
  support: Exclude<Support, { kind: 'ok' }> | { kind: 'refused' } | SyncStatus;
};

/** One row of a table: the value that holds, and which of the devices cannot obey. */
export type RestrictionRow = { key: string; value: RestrictionValue; default: RestrictionValue; behind: Array<Behind> };

/** The restrictions of one system; without rows where every device of it is too old (APPS-033). */
export type RestrictionTable = { os: RestrictedOs; behind: Array<Behind>; rows: Array<RestrictionRow> };

const SYSTEMS = ['iOS', 'android'] as const satisfies ReadonlyArray<RestrictedOs>;

/** What the panel of restrictions shows: a table for each system that the child has (APPS-032, APPS-033). */
export async function loadRestrictions({ parent, child }: PanelPlace, status: PanelStatus) {
  const { api, account } = parent;
  const [{ granularity, updatedAt }, { devices }] = await Promise.all([readGranularity(api, child.id), status]);
  const isLocked = account.entitlements.limits.granularity === 'off';
  const tables = SYSTEMS.filter((os) => devices.some((device) => device.os === os)).map((os) =>
    toTable(
      os,
      devices.filter((device) => device.os === os),
      granularity.restrictions,
      isLocked ? 0 : updatedAt,
    ),
  );
  return {
    tables,
    others: devices.filter(({ os }) => os === 'other').map(({ name }) => name),
    isLocked,
    isKept: Object.keys(granularity.restrictions).some((key) => key !== WEB_FILTER_KEY),
  };
}

export type Restrictions = Awaited<ReturnType<typeof loadRestrictions>>;

/** One system's table for the child's devices with that system; `changedAt`: of what is set for the child. */
export function toTable(
  os: RestrictedOs,
  devices: Array<ChildDevice>,
  values: Record<string, RestrictionValue>,
  changedAt: Instant,
): RestrictionTable {
  const unable = devices.flatMap((device) => toBehind(device, supportOf('restrictions', device)));
  const able = devices.filter(({ id }) => !unable.some((other) => other.id === id));
  const rows = RESTRICTIONS.filter((restriction) => restriction.os === os).map((restriction) => {
    const value = values[restriction.key] ?? restriction.default;
    const behind = able.flatMap((device) => {
      const unfit = toBehind(device, restrictionSupport(restriction, device), restriction.key);
      // What stands as it would without us waits for nobody.
      return unfit.length > 0 || value === restriction.default ? unfit : listSyncProblems([device], changedAt).filter(isUnderWay);
    });
    return { key: restriction.key, value, default: restriction.default, behind };
  });
  const unmanaged = listSyncProblems(able, changedAt).filter((lag) => !isUnderWay(lag));
  return { os, behind: [...unable, ...unmanaged], rows: able.length === 0 ? [] : rows };
}

/** Devices that could keep what is set and have not said that they do. */
export function listSyncProblems(devices: Array<ChildDevice>, changedAt: Instant): Array<Behind> {
  return devices.flatMap(({ id, name, os, policy }) => {
    const lag = getSyncStatus(policy, changedAt);
    return lag === null ? [] : [{ id, name, os, support: lag }];
  });
}

/**
 * Why a device cannot do something, if it cannot. One that is too old reports of itself that it could not put `key` into effect (D10): what it
 * lacks is said then, for that can be mended.
 */
export function toBehind({ id, name, os, unsupported }: ChildDevice, support: Support, key?: string): Array<Behind> {
  if (support.kind !== 'ok') return [{ id, name, os, support }];
  return key !== undefined && unsupported.includes(key) ? [{ id, name, os, support: { kind: 'refused' } }] : [];
}

/** What the panel of restrictions posts; null where the form is not its own. */
export async function answerRestrictions(place: PanelForm): Promise<PanelAnswer> {
  const { form, request } = place;
  const wish = parseRestrictionRequest(form.intent);
  if (wish === null) return null;
  const byDefault = defaultOf(wish.key);
  if (byDefault === undefined) return replyInvalid(form, { notice: formMessage('restrictions.unknown') });
  const toValue = (isOn: boolean): RestrictionValue => (typeof byDefault === 'boolean' ? isOn : isOn ? 'A' : 'N');
  const change: GranularityChange = {
    patch: { omnibus_directives: { [wish.key]: toValue(wish.isOn) } },
    stands: ({ restrictions }) => compareWithStored(restrictions[wish.key] ?? byDefault, toValue(!wish.isOn), toValue(wish.isOn)),
  };
  const isUndo = form.fields.has('undo');
  const t = await i18n.getFixedT(languageOf(request));
  return answerChange(place, change, {
    failed: formMessage('restrictions.failed'),
    saved: isUndo ? { key: 'toast.undone', params: {} } : { key: 'toast.app_saved', params: { app: t(`restrictions.${wish.key}`) } },
    to: new URL(request.url).pathname,
    toUndo: () => (isUndo ? null : { intent: toRestrictionIntent(wish.key, !wish.isOn), fields: { undo: 'yes' } }),
  });
}
