import * as z from 'zod';
import type { CommandState } from '#app/domain/command';
import type { ChildId, DeviceId } from '#app/domain/ids';
import { type QuietHours, SAMPLES_PER_FETCH } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { cancelCommand } from '#app/wire/command';
import { listDevices } from '#app/wire/family';
import { getAttributes, putAttributes } from '#app/wire/identity';
import {
  deleteSample,
  getSampleMeta,
  getSampleStats,
  getUserConfig,
  getVewInfo,
  requestSample,
  type SampleMetaWire,
  type VewInfoWire,
  type VewObstacle,
} from '#app/wire/samples';
import { CATEGORIES, type Category, listHits } from './categories';
import type { ListedSample } from './listed-sample';
import type { Look } from './look';

/** Keys in the web application's attribute store (S48). */
const LOOKS = 'galleryLooks';
const ASKS = 'galleryAskOnDelete';
const INSTRUCTED = 'wasVewInstructionsModalShown';

/** Every POST needs a key, also one that only reads. */
function newCall(): { idempotencyKey: string } {
  return { idempotencyKey: crypto.randomUUID() };
}

/** Returns the reads of a gallery. */
export function toGalleryReads(): Array<Read> {
  return [toRead(listDevices, {}), toRead(getAttributes, {})];
}

/** Returns the names of all devices by id. */
export async function listDeviceNames(api: Api): Promise<Map<DeviceId, string>> {
  const devices = await api.call(listDevices, { query: {}, body: undefined });
  return new Map(devices.map((wire) => [wire.device_id, wire.display_name]));
}

/**
 * Returns all screenshots of a child, newest first (GAL-038). `since`: the parent's last look, null for none.
 * @throws Response 403 without screenshots in the plan
 */
export async function listSamples(
  api: Api,
  childId: ChildId,
  { names, since }: { names: ReadonlyMap<DeviceId, string>; since: Instant | null },
): Promise<Array<ListedSample>> {
  const samples: Array<SampleMetaWire> = [];
  for (let after: Instant | undefined; ; ) {
    const request_args = {
      user_id: childId,
      limit: SAMPLES_PER_FETCH,
      brief: true,
      ...(after === undefined ? {} : { updated_ts: after }),
    };
    const some = await api.call(getSampleMeta, { query: {}, body: { request_type: 'get_sample_meta', request_args } }, newCall());
    samples.push(...some);
    if (some.length < SAMPLES_PER_FETCH) break;
    after = some.at(-1)?.updated_ts;
  }
  return samples
    .filter(({ deleted }) => !deleted)
    .map((wire) => fromWireSample(wire, names.get(wire.device_id) ?? '', since))
    .sort((a, b) => b.at - a.at || b.id.localeCompare(a.id));
}

function fromWireSample(wire: SampleMetaWire, deviceName: string, since: Instant | null): ListedSample {
  return {
    id: wire.sample_id,
    at: wire.sample_ts,
    deviceId: wire.device_id,
    deviceName,
    hits: listHits(wire.ocr_summary),
    isNew: since !== null && wire.updated_ts > since,
    isMissing: wire.thumbnails.missing || wire.screens.every(({ missing }) => missing),
  };
}

/** Numbers of a child's screenshots. `hits`: screenshots are not counted here, but hits per category. */
export type SampleCounts = {
  samples: number;
  withHits: number;
  devices: Array<{ id: DeviceId; count: number }>;
  hits: Record<Category, number>;
};

/** Returns the numbers of a child's screenshots (GAL-050). */
export async function getCounts(api: Api, childId: ChildId): Promise<SampleCounts> {
  const body = { request_type: 'get_sample_stats' as const, request_args: { user_id: childId } };
  const [stats] = await api.call(getSampleStats, { query: {}, body }, newCall());
  return {
    samples: stats?.samples ?? 0,
    withHits: stats?.with_hits ?? 0,
    devices: (stats?.devices ?? []).map(({ device_id: id, samples: count }) => ({ id, count })),
    hits: Object.fromEntries(CATEGORIES.map((category) => [category, stats?.ocr_summary[category] ?? 0])) as Record<Category, number>,
  };
}

/** The last request for a screenshot of a device, with the time of each step. `isCaptured`: the device is uploading, or has uploaded it. */
export type CaptureRequest = {
  id: string;
  childId: ChildId | null;
  state: CommandState;
  requestedAt: Instant;
  deliveredAt: Instant | null;
  storedAt: Instant | null;
  endedAt: Instant | null;
  sampleId: string | null;
  error: string | null;
};

/** A device that may make screenshots. `why`: why it can't, null if it can. `version`: the minimum that it lacks. */
export type CaptureDevice = { id: DeviceId; name: string; why: VewObstacle | null; version: string | null; request: CaptureRequest | null };

/** What the plan allows and which devices of the child can make screenshots. */
export type CaptureInfo = {
  quota: { limit: number | 'unlimited'; used: number; resetsAt: Instant };
  hasMonitoring: boolean;
  isOn: boolean;
  isActive: boolean;
  devices: Array<CaptureDevice>;
};

/** Returns what the plan allows and which devices of the child can make screenshots (GAL-052, GAL-059). */
export async function getCaptureInfo(api: Api, childId: ChildId, names: ReadonlyMap<DeviceId, string>): Promise<CaptureInfo> {
  const body = { request_type: 'get_vew_info' as const, request_args: { user_id: childId } };
  const wire = await api.call(getVewInfo, { query: {}, body }, newCall());
  const user = wire.users.find(({ user_id }) => user_id === childId);
  return {
    quota: { limit: wire.quota.limit, used: wire.quota.used, resetsAt: wire.quota.resets_ts },
    hasMonitoring: wire.monitoring,
    isOn: user?.user_enabled ?? false,
    isActive: user?.vewStatus === 'active',
    devices: wire.devices.map((device) => ({
      id: device.device_id,
      name: names.get(device.device_id) ?? '',
      why: device.why,
      version: device.version,
      request: device.request === null ? null : fromWireRequest(device.request),
    })),
  };
}

function fromWireRequest({ command, sample_id }: NonNullable<VewInfoWire['devices'][number]['request']>): CaptureRequest {
  return {
    id: command.id,
    childId: command.user_id,
    state: command.state,
    requestedAt: command.saved_ts,
    deliveredAt: command.sent_ts,
    storedAt: command.confirmed_ts,
    endedAt: command.ended_ts,
    sampleId: sample_id,
    error: command.error,
  };
}

/** Returns the daily hours without automatic screenshots; null without them, or if there are no automatic ones. */
export async function findQuietHours(api: Api, childId: ChildId): Promise<QuietHours | null> {
  const body = { request_type: 'get_user_config' as const, request_args: { user_id: childId } };
  const { automated } = await api.call(getUserConfig, { query: {}, body }, newCall());
  return automated.enabled ? automated.quiet : null;
}

const looksSchema = z.record(z.string(), z.tuple([z.number().nullable(), z.number()]));

/** The parent's choices and looks in all galleries. */
export type GalleryMemory = { looks: ReadonlyMap<ChildId, Look>; askOnDelete: boolean; isInstructed: boolean };

/** Returns what the account remembers about the galleries. Anything unreadable counts as absent. */
export async function readMemory(api: Api): Promise<GalleryMemory> {
  const { webapp } = await api.call(getAttributes, { query: {}, body: undefined });
  const looks = looksSchema.safeParse(webapp[LOOKS]);
  const entries = looks.success ? Object.entries(looks.data) : [];
  return {
    looks: new Map(entries.map(([id, [before, last]]) => [id, { before, last }])),
    askOnDelete: webapp[ASKS] !== false,
    isInstructed: webapp[INSTRUCTED] === true,
  };
}

/**
 * Stores looks at galleries, of the account's children only, and that the instructions were shown (GAL-057). Safe to send twice.
 */
export async function storeLooks(api: Api, looks: ReadonlyMap<ChildId, Look>, childIds: ReadonlyArray<ChildId>): Promise<void> {
  const kept = [...looks].filter(([id]) => childIds.includes(id)).map(([id, { before, last }]) => [id, [before, last]]);
  const body = { webapp: { [LOOKS]: Object.fromEntries(kept), [INSTRUCTED]: true } };
  await api.call(putAttributes, { query: {}, body }, newCall());
}

/** Stores whether the gallery asks before deleting (GAL-029). */
export async function storeAskOnDelete(api: Api, asks: boolean): Promise<void> {
  await api.call(putAttributes, { query: {}, body: { webapp: { [ASKS]: asks } } }, newCall());
}

/**
 * Asks a device for a screenshot (GAL-042). A device with an open request is not asked again.
 * @throws Refusal with reason `plan` or `limit`, or with `fields` if the device can't do it
 */
export async function requestCapture(api: Api, childId: ChildId, deviceId: DeviceId, idempotencyKey: string): Promise<void> {
  const body = { request_type: 'on_demand' as const, request_args: { user_id: childId, device_id: deviceId } };
  await api.call(requestSample, { query: {}, body }, { idempotencyKey });
}

/** Cancels a request for a screenshot. Does nothing if it has ended. */
export async function cancelCapture(api: Api, commandId: string, idempotencyKey: string): Promise<void> {
  await api.call(cancelCommand, { query: {}, body: { command_id: commandId } }, { idempotencyKey });
}

/** Deletes screenshots (GAL-041), with `hasUndo` so that `restoreSamples` brings them back for some seconds (A201). */
export async function deleteSamples(api: Api, ids: ReadonlyArray<string>, hasUndo: boolean, idempotencyKey: string): Promise<void> {
  const request_args = { sample_ids: [...ids], ...(hasUndo ? { undo: 'offer' as const } : {}) };
  await api.call(deleteSample, { query: {}, body: { request_type: 'delete_sample', request_args } }, { idempotencyKey });
}

/** Undoes a deletion. Returns the number of restored screenshots; 0 if it is too late. */
export async function restoreSamples(api: Api, ids: ReadonlyArray<string>, idempotencyKey: string): Promise<number> {
  const request_args = { sample_ids: [...ids], undo: 'take' as const };
  const body = { request_type: 'delete_sample' as const, request_args };
  return (await api.call(deleteSample, { query: {}, body }, { idempotencyKey })).objects_deleted;
}
