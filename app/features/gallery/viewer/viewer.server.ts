import type { AppLoadContext } from '@remix-run/cloudflare';
import type { KnownChild } from '#app/domain/child';
import type { ChildId } from '#app/domain/ids';
import { includesMonitoring, includesSamples, SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import { CHILD_GONE } from '#app/features/children/child-gone';
import { formatTime } from '#app/features/shell/time/times';
import { toAccountState } from '#app/server/account.server';
import type { Api, Read } from '#app/server/api.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { formatsOf } from '#app/server/i18n.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { getSampleMeta, getUserConfig, type SampleMetaWire } from '#app/wire/samples';
import { listHits } from '../list/categories';
import { listDeviceNames, readMemory, toGalleryReads } from '../list/gallery.server';
import { readGalleryState, toFilterSearch } from '../list/gallery-state';
import { matches } from '../list/list-days';
import type { PictureKind } from '../pictures/picture-kind';
import type { ViewedSample } from './viewed-sample';

const GALLERY = '/gallery';
const SAMPLE_GONE = { tone: 'bad', text: { key: 'toast.sample_gone', params: {} }, undo: null } as const;
/** Number of screenshots before and after the shown one in the filmstrip. */
const STRIP_SIDE = 6;

/** Returns the reads of the viewer. */
export function toViewerReads(): Array<Read> {
  return toGalleryReads();
}

/**
 * Loads the viewer of a screenshot. Its neighbors are those of the list with the same filters.
 * @throws a redirect to the gallery, with a message there, for an unknown child or screenshot
 */
export async function loadViewer(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  childId: ChildId | undefined,
  sampleId: string | undefined,
) {
  const child = await requireChild(context, parent, childId);
  const { account, api } = parent;
  const page = `${GALLERY}/${child.id}`;
  if (!includesSamples(account.entitlements)) throw await redirectWithToast(context, page, SAMPLE_GONE);
  const [all, names, { askOnDelete }, ignored] = await Promise.all([
    listSamples(api, child.id),
    listDeviceNames(api),
    readMemory(api),
    includesMonitoring(account.entitlements) ? listIgnored(api, child.id) : null,
  ]);
  const sample = all.find(({ id }) => id === sampleId);
  if (sample === undefined) throw await redirectWithToast(context, page, SAMPLE_GONE);
  // The same devices as in the list: those that are left, and those with screenshots.
  const deviceIds = [...new Set([...names.keys(), ...all.map(({ deviceId }) => deviceId)])];
  const filter = readGalleryState(new URL(request.url).searchParams, deviceIds);
  const isListed = matches(sample, filter);
  const samples = isListed ? all.filter((one) => matches(one, filter)) : all;
  const index = samples.indexOf(sample);
  const now = Date.now();
  return {
    child: { id: child.id, name: child.name },
    zone: child.timeZone,
    sample,
    deviceName: names.get(sample.deviceId) ?? '',
    deviceNames: Object.fromEntries(names),
    askOnDelete,
    /** The terms that never count as a hit. Null: the plan has no search for terms. */
    ignored,
    place: { number: index + 1, count: samples.length },
    /** The query of the filters, which the links keep. */
    search: isListed ? toFilterSearch(filter) : '',
    newer: samples[index - 1] ?? null,
    older: samples[index + 1] ?? null,
    strip: samples.slice(Math.max(0, index - STRIP_SIDE), index + STRIP_SIDE + 1),
    deletedAt: sample.at + SAMPLE_LIFE_MS,
    now,
    accountState: toAccountState(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
    titleParams: { name: child.name, time: formatTime(sample.at, child.timeZone, formatsOf(request)) },
  };
}

/** @throws a redirect to /gallery with a neutral message for a foreign, unknown or removed ID (A112, GAL-002) */
async function requireChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Promise<KnownChild> {
  const child = account.children.find(({ id }) => id === childId);
  if (child !== undefined) return child;
  throw await redirectWithToast(context, GALLERY, CHILD_GONE);
}

async function listIgnored(api: Api, childId: ChildId): Promise<Array<string>> {
  const body = { request_type: 'get_user_config' as const, request_args: { user_id: childId } };
  const { ocr } = await api.call(getUserConfig, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
  return ocr.ignore_terms;
}

/** Returns the screenshots of a child, newest first. */
async function listSamples(api: Api, childId: ChildId): Promise<Array<ViewedSample>> {
  const body = { request_type: 'get_sample_meta' as const, request_args: { user_id: childId, brief: true } };
  // A read, but sent as a POST, which needs a key.
  const wire = await api.call(getSampleMeta, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
  return wire
    .filter(({ deleted }) => !deleted)
    .map(fromWireMeta)
    .sort((a, b) => b.at - a.at || b.id.localeCompare(a.id));
}

function fromWireMeta({ sample_id, sample_ts, device_id, cause, screens, ocr_summary }: SampleMetaWire): ViewedSample {
  const kinds = screens.map(({ kind }) => kind as PictureKind);
  return { id: sample_id, at: sample_ts, deviceId: device_id, cause, screens: kinds, hits: listHits(ocr_summary) };
}
