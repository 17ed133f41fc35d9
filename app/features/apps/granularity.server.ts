import { redirect } from '@remix-run/cloudflare';
import type { Granularity } from '~/domain/app-rules';
import type { Device } from '~/domain/device';
import type { ChildId, DeviceId } from '~/domain/ids';
import type { Api } from '~/server/api.server';
import { attempt, isEcho, type Notice, notice, type Outcome, showAgain, toIdempotencyKey, toNotice } from '~/server/form.server';
import { leaveToast, type Toast } from '~/server/toast.server';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { fromWireDevice, listDevices } from '~/wire/family';
import { fromWireGranularity, type GranularityPatch, getGranularity, putGranularity } from '~/wire/granularity';
import type { PanelAnswer, PanelForm } from './panel-form';

type Stored = { granularity: Granularity; updatedAt: number };

/** What is set for a child's apps (S46). */
export async function readGranularity(api: Api, childId: ChildId): Promise<Stored> {
  const [wire] = await api.call(getGranularity, { query: { user_id: childId }, body: undefined });
  if (wire === undefined) throw new Error('The API gave no granularity for a child of the account');
  return { granularity: fromWireGranularity(wire), updatedAt: wire.updated_ts };
}

/** A device with the restrictions that it has told it cannot put into effect (D10). */
export type ChildDevice = Device & { unsupported: Array<string> };

/** The child's devices, in the order of their pairing. */
export async function listChildDevices(api: Api, deviceIds: Array<DeviceId>): Promise<Array<ChildDevice>> {
  const devices = await api.call(listDevices, { query: {}, body: undefined });
  return devices
    .filter(({ device_id }) => deviceIds.includes(device_id))
    .map((wire) => ({ ...fromWireDevice(wire), unsupported: wire.unsupported ?? [] }));
}

/** `stands`: how what is changed stands before the change: as the form was read, as it shall be, or otherwise. */
export type GranularityChange = { patch: GranularityPatch; stands: (stored: Granularity) => 'read' | 'done' | 'changed' };

/** How one value stands against the one that was read and the one that is wanted. */
export function standsAs<Value>(now: Value, read: Value, wanted: Value): 'read' | 'done' | 'changed' {
  if (now === wanted) return 'done';
  return now === read ? 'read' : 'changed';
}

/**
 * Changes some of it. One row holds what was set for all apps, so somebody else's change of another app is no obstacle: only what this
 * form is about counts (4.8.1). @throws Refusal with reason `stale` where that was changed since it was read
 */
export async function changeGranularity(api: Api, childId: ChildId, change: GranularityChange, idempotencyKey: string): Promise<void> {
  const { granularity, updatedAt } = await readGranularity(api, childId);
  const stands = change.stands(granularity);
  if (stands === 'done') return;
  if (stands === 'changed') throw new Refusal(ERROR_CODES.unknown, 400, 'Changed since it was read', { reason: 'stale' });
  const body = { user_id: childId, updated_ts: updatedAt, patch: change.patch };
  await api.call(putGranularity, { query: {}, body }, { idempotencyKey });
}

type Undo = Toast['undo'];

/** Makes the change of a form and leads back to its page; a no shows the page again with `failed`, or with what is known of the reason. */
export async function answerChange(
  place: PanelForm,
  change: GranularityChange,
  { failed, saved, to, undo = null }: { failed: Notice; saved: { key: string; params: Record<string, string> }; to: string; undo?: Undo },
  lastResult: Parameters<typeof showAgain>[1]['lastResult'] = null,
): Promise<Exclude<PanelAnswer, null>> {
  const { parent, child, form, context } = place;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(() => changeGranularity(parent.api, child.id, change, key));
  if (outcome.kind !== 'done' && !isEcho(outcome)) {
    return showAgain(form, { notice: toRefusal(outcome, failed), lastResult }, outcome.kind === 'unknown' ? 503 : 400);
  }
  await leaveToast(context, { tone: 'good', text: saved, undo });
  return redirect(to);
}

/** What is said of a change that was not made: the plan's no with the way to the plan, a race, no answer, else `failed`. */
function toRefusal(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, failed: Notice): Notice {
  const link = { to: '/subscription', key: 'limits.see_plan' };
  return toNotice(outcome, {
    [ERROR_CODES.insufficientPrivileges]: notice('apps.not_in_plan', {}, link),
    [ERROR_CODES.unknown]:
      outcome.kind === 'refused' && outcome.refusal.details.reason === 'stale' ? notice('error_strings.stale') : failed,
  });
}
