import type { DeviceOs } from '#app/domain/device';
import { type Support, supportOf } from '#app/domain/feature-versions';
import {
  findDefault,
  RESTRICTIONS,
  type RestrictedOs,
  type RestrictionValue,
  restrictionSupport,
  WEB_FILTER_KEY,
} from '#app/domain/restrictions';
import type { Instant } from '#app/domain/time';
import type { ChildDevice } from '#app/features/children/status/child-status.server';
import { formMessage, replyInvalid } from '#app/server/form.server';
import { compareWithStored, type GranularityChange, readGranularity } from '#app/server/granularity.server';
import { i18n, languageOf } from '#app/server/i18n.server';
import { answerChange } from '../granularity.server';
import type { PanelAnswer, PanelContext, PanelForm, PanelStatus } from '../panel-form';
import { getSyncStatus, isLastChangeProblem, type SyncStatus } from '../sync-status';
import { parseRestrictionRequest, toRestrictionIntent } from './restriction-request';

/**
 * A device that does not apply a setting, and the reason: a missing requirement, `refused` or the sync status (A118). `refused`: the device
 * reported that it could not apply the setting (D10).
 */
export type DeviceProblem = {
  id: string;
  name: string;
  os: DeviceOs;
  support: Exclude<Support, { kind: 'ok' }> | { kind: 'refused' } | SyncStatus;
};

/** One row of a table: the current value, and the devices that cannot apply it. */
export type RestrictionRow = { key: string; value: RestrictionValue; default: RestrictionValue; behind: Array<DeviceProblem> };

/** The restrictions of one system. `rows` is empty if every device of it is too old (APPS-033). */
export type RestrictionTable = { os: RestrictedOs; behind: Array<DeviceProblem>; rows: Array<RestrictionRow> };

const SYSTEMS = ['iOS', 'android'] as const satisfies ReadonlyArray<RestrictedOs>;

/** Loads the data of the restrictions panel: one table per system of the child's devices (APPS-032, APPS-033). */
export async function loadRestrictions({ parent, child }: PanelContext, status: PanelStatus) {
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

/** Returns the table of one system for the child's devices of that system. `changedAt`: when the child's settings last changed. */
export function toTable(
  os: RestrictedOs,
  devices: Array<ChildDevice>,
  values: Record<string, RestrictionValue>,
  changedAt: Instant,
): RestrictionTable {
  const unable = devices.flatMap((device) => toDeviceProblems(device, supportOf('restrictions', device)));
  const able = devices.filter(({ id }) => !unable.some((other) => other.id === id));
  const rows = RESTRICTIONS.filter((restriction) => restriction.os === os).map((restriction) => {
    const value = values[restriction.key] ?? restriction.default;
    const behind = able.flatMap((device) => {
      const unfit = toDeviceProblems(device, restrictionSupport(restriction, device), restriction.key);
      // A default value is never pending, because the system applies it without a command.
      return unfit.length > 0 || value === restriction.default ? unfit : listSyncProblems([device], changedAt).filter(isLastChangeProblem);
    });
    return { key: restriction.key, value, default: restriction.default, behind };
  });
  const unmanaged = listSyncProblems(able, changedAt).filter((lag) => !isLastChangeProblem(lag));
  return { os, behind: [...unable, ...unmanaged], rows: able.length === 0 ? [] : rows };
}

/** Returns the devices that support the settings but have not confirmed them. */
export function listSyncProblems(devices: Array<ChildDevice>, changedAt: Instant): Array<DeviceProblem> {
  return devices.flatMap(({ id, name, os, policy }) => {
    const lag = getSyncStatus(policy, changedAt);
    return lag === null ? [] : [{ id, name, os, support: lag }];
  });
}

/**
 * Returns why a device cannot apply a setting; empty if it can. An outdated device may also report that it could not apply `key` (D10). The
 * missing requirement takes precedence, because the parent can fix it.
 */
export function toDeviceProblems({ id, name, os, unsupported }: ChildDevice, support: Support, key?: string): Array<DeviceProblem> {
  if (support.kind !== 'ok') return [{ id, name, os, support }];
  return key !== undefined && unsupported.includes(key) ? [{ id, name, os, support: { kind: 'refused' } }] : [];
}

/** Handles the forms of the restrictions panel. Returns null for any other form. */
export async function answerRestrictions(panelForm: PanelForm): Promise<PanelAnswer> {
  const { form, request } = panelForm;
  const restrictionRequest = parseRestrictionRequest(form.intent);
  if (restrictionRequest === null) return null;
  const byDefault = findDefault(restrictionRequest.key);
  if (byDefault === undefined) return replyInvalid(form, { notice: formMessage('restrictions.unknown') });
  const toValue = (isOn: boolean): RestrictionValue => (typeof byDefault === 'boolean' ? isOn : isOn ? 'A' : 'N');
  const change: GranularityChange = {
    patch: { omnibus_directives: { [restrictionRequest.key]: toValue(restrictionRequest.isOn) } },
    compareStored: ({ restrictions }) =>
      compareWithStored(
        restrictions[restrictionRequest.key] ?? byDefault,
        toValue(!restrictionRequest.isOn),
        toValue(restrictionRequest.isOn),
      ),
  };
  const isUndo = form.fields.has('undo');
  const t = await i18n.getFixedT(languageOf(request));
  return answerChange(panelForm, change, {
    failed: formMessage('restrictions.failed'),
    saved: isUndo
      ? { key: 'toast.undone', params: {} }
      : { key: 'toast.app_saved', params: { app: t(`restrictions.${restrictionRequest.key}`) } },
    to: new URL(request.url).pathname,
    toUndo: () =>
      isUndo ? null : { intent: toRestrictionIntent(restrictionRequest.key, !restrictionRequest.isOn), fields: { undo: 'yes' } },
  });
}
