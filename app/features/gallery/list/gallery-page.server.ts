import type { AppLoadContext } from '@remix-run/cloudflare';
import { compareByName, type KnownChild } from '#app/domain/child';
import { windowBetween } from '#app/domain/clock-window';
import { isOpen } from '#app/domain/command';
import type { ChildId } from '#app/domain/ids';
import { includesSamples, type QuietHours, SAMPLE_LIFE_MS } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import { CHILD_GONE } from '#app/features/children/child-gone';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { listChildStatuses, STATUSES_READ } from '#app/features/children/status/child-status.server';
import { toAccountState } from '#app/server/account.server';
import type { Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { isPrefetch } from '#app/server/prefetch.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { isShownRequest } from './capture-steps';
import { CATEGORIES } from './categories';
import {
  findQuietHours,
  type GalleryMemory,
  getCaptureInfo,
  getCounts,
  listDeviceNames,
  listSamples,
  readMemory,
  storeLooks,
  toGalleryReads,
} from './gallery.server';
import { isFiltered, readGalleryState } from './gallery-state';
import { listDays, matches } from './list-days';
import type { QuietPart } from './listed-sample';
import { continueLook, type Look } from './look';

export const GALLERY = '/gallery';

const DAY_MS = 24 * 60 * 60_000;

/** Returns the reads of a child's gallery. */
export function toGalleryPageReads(): Array<Read> {
  return [STATUSES_READ, ...toGalleryReads()];
}

/**
 * Returns the child with this ID.
 * @throws a redirect to /gallery with a neutral message for a foreign, unknown or removed ID (A112, GAL-002)
 */
export async function requireGalleryChild(context: AppLoadContext, { account }: Parent, childId: ChildId | undefined): Promise<KnownChild> {
  const child = account.children.find(({ id }) => id === childId);
  if (child !== undefined) return child;
  throw await redirectWithToast(context, GALLERY, CHILD_GONE);
}

/** Loads the gallery of a child. `gallery` is null if the plan has no screenshots. */
export async function loadGalleryPage(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireGalleryChild(context, parent, childId);
  const { account, api } = parent;
  const now = Date.now();
  const isIncluded = includesSamples(account.entitlements);
  const [statuses, gallery] = await Promise.all([
    listChildStatuses(api, account.children),
    isIncluded ? loadGallery(request, parent, child, now) : null,
  ]);
  await updateOwnFlow(request, context, account.id, { childId: child.id });
  const entries: Array<SwitcherEntry> = account.children.toSorted(compareByName).map(({ id, name, colorSlot, pictureIndex, photo }) => ({
    id,
    name,
    colorSlot,
    pictureIndex,
    photo,
    view: statuses.find((status) => status.childId === id)?.view ?? 'unmanaged',
  }));
  const { requests = [] } = gallery ?? {};
  const open = requests.filter(({ request: { state } }) => isOpen(state));
  return {
    // During a request the page polls fast, also after a reload (9.2.13).
    actionAgeMs: open.length === 0 ? null : now - Math.max(...open.map(({ request }) => request.requestedAt)),
    child: { id: child.id, name: child.name, colorSlot: child.colorSlot, pictureIndex: child.pictureIndex, photo: child.photo },
    zone: child.timeZone,
    parentZone: account.timeZone,
    entries,
    gallery,
    tier: account.entitlements.tier,
    /** Days after which a screenshot is deleted. */
    lifeDays: SAMPLE_LIFE_MS / DAY_MS,
    now,
    accountState: toAccountState(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
    titleParams: { name: child.name },
  };
}

async function loadGallery(request: Request, parent: Parent, child: KnownChild, now: Instant) {
  const { api } = parent;
  const query = new URL(request.url).searchParams;
  const [names, memory] = await Promise.all([listDeviceNames(api), readMemory(api)]);
  const look = await lookAt(request, parent, child.id, memory, now);
  const [samples, counts, capture, quiet] = await Promise.all([
    listSamples(api, child.id, { names, since: look.before }),
    getCounts(api, child.id),
    getCaptureInfo(api, child.id, names),
    findQuietHours(api, child.id),
  ]);
  const deviceIds = [...new Set([...capture.devices.map(({ id }) => id), ...counts.devices.map(({ id }) => id)])];
  const state = readGalleryState(query, deviceIds);
  const before = readBefore(query.get('before'));
  const page = listDays(samples, state, child.timeZone, { before, now });
  const matching = samples.filter((sample) => matches(sample, state));
  const requests = capture.devices.flatMap((device) => {
    const { request } = device;
    if (request === null || request.childId !== child.id || !isShownRequest(request, now)) return [];
    return [{ device, request, capturedAt: samples.find(({ id }) => id === request.sampleId)?.at ?? null }];
  });
  return {
    state: { ...state, askOnDelete: memory.askOnDelete },
    isFirstTime: !memory.isInstructed,
    requests,
    /** The chosen screenshots that a question asks about. */
    deleting: query.getAll('delete').filter((one) => samples.some(({ id }) => id === one)),
    /** The parameters of the list without the question. */
    kept: [...query].filter(([name]) => ['device', 'category', 'open', 'before'].includes(name)),
    isFiltered: isFiltered(state),
    ...page,
    isFirstPage: before === null,
    count: matching.length,
    newCount: samples.filter(({ isNew }) => isNew).length,
    lookedAt: look.before,
    total: counts.samples,
    withHits: counts.withHits,
    devices: deviceIds.map((id) => ({ id, name: names.get(id) ?? '', count: counts.devices.find((one) => one.id === id)?.count ?? 0 })),
    categories: CATEGORIES.map((category) => ({
      category,
      count: samples.filter(({ hits }) => hits.some((hit) => hit.category === category)).length,
    })),
    capture,
    quiet: toQuietParts(quiet),
    quietHours: quiet,
  };
}

export type LoadedGallery = Awaited<ReturnType<typeof loadGallery>>;

/** Returns the look that this load belongs to, and stores it. A page fetched ahead is no look; a failure to store does no harm. */
async function lookAt(request: Request, { api, account }: Parent, childId: ChildId, { looks }: GalleryMemory, now: Instant): Promise<Look> {
  const { look, isStored } = continueLook(looks.get(childId) ?? null, now);
  if (isStored || isPrefetch(request)) return look;
  const stored = storeLooks(
    api,
    new Map([...looks, [childId, look]]),
    account.children.map(({ id }) => id),
  );
  await stored.catch((error: unknown) => {
    if (!(error instanceof Response) || error.status < 400) throw error;
  });
  return look;
}

function readBefore(text: string | null): Instant | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Returns the quiet hours as parts of a day from 0 to 24. */
function toQuietParts(quiet: QuietHours | null): Array<QuietPart> {
  const window = quiet === null ? null : windowBetween(quiet.from, quiet.to);
  if (window === null) return [];
  const from = window.start / 60;
  const to = from + window.minutes / 60;
  return to <= 24
    ? [{ from, to }]
    : [
        { from: 0, to: to - 24 },
        { from, to: 24 },
      ];
}
