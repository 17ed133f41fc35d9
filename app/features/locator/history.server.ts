import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { findGapReason, type GapReason, type SilenceEvent } from '#app/domain/gap-reason';
import type { ChildId, DeviceId } from '#app/domain/ids';
import { type DayPart, GAP_MS, listDayParts } from '#app/domain/location-day';
import { HISTORY_WINDOW_DAYS, oldestHistoryDate, selectLocatorDevice } from '#app/domain/locator';
import { addDays, type Instant, type LocalDate, localDate, startOfDay, type TimeZone, weekdayOf } from '#app/domain/time';
import { STATUSES_READ } from '#app/features/children/status/child-status.server';
import type { Api, Read } from '#app/server/api.server';
import { updateOwnFlow } from '#app/server/flow.server';
import type { Parent } from '#app/server/guards.server';
import { i18n } from '#app/server/i18n.server';
import { redirectToNext, redirectWithToast } from '#app/server/redirect.server';
import type { HistoryPoint, Place } from '#app/wire/location';
import { listCredits } from './addresses';
import { listAddresses } from './addresses.server';
import { requireLocatedChild } from './child-page.server';
import { findDayDevice } from './day-device';
import { writeGpx } from './gpx';
import { listHourMarks } from './hour-marks';
import { listLocatedDevices } from './located-device';
import { getHistoryDay, type HistoryDay, listDeviceFacts, listPlaces, toLocatorReads } from './locator.server';
import { LOCATOR, loadFrame, loadPositions } from './locator-page.server';
import { readLocatorState } from './locator-state';
import { findLonePosition } from './lone-position.server';
import type { Track } from './track';

const MINUTE_MS = 60_000;
/** Days that the list has at least, locked ones included. More than the window of 9.2.11, so that a week is seen. */
const DAYS_SHOWN = Math.max(7, HISTORY_WINDOW_DAYS);
/** How far back the first stay of a day is followed. The API sends 12 hours before the day. */
const SINCE_MS = 12 * 60 * MINUTE_MS;

export function toHistoryReads(): Array<Read> {
  return [STATUSES_READ, ...toLocatorReads()];
}

/** A day to choose. `weekday`: 0 = Sunday. `isLocked`: older than the plan's days. `isThisWeek`: one of the seven days until today. */
export type HistoryDate = { date: LocalDate; weekday: number; isLocked: boolean; isThisWeek: boolean };

/** Returns the days to choose, newest first: at least seven, and all that the plan keeps. */
export function listHistoryDates(today: LocalDate, days: number): Array<HistoryDate> {
  const oldest = oldestHistoryDate(today, days);
  return Array.from({ length: Math.max(DAYS_SHOWN, days + 1) }, (_, index) => {
    const date = addDays(today, -index);
    return { date, weekday: weekdayOf(date), isLocked: date < oldest, isThisWeek: index < DAYS_SHOWN };
  });
}

/** What a requested date is. `locked`: before the days of the plan. `invalid`: no date, or in the future. */
export type DateChoice = { kind: 'open'; date: LocalDate } | { kind: 'locked' } | { kind: 'invalid' };

/** Returns the requested date if the plan includes it. Null, no request, means today. */
export function chooseDate(requested: string | null, dates: ReadonlyArray<HistoryDate>, today: LocalDate): DateChoice {
  if (requested === null) return { kind: 'open', date: today };
  if (dates.some(({ date, isLocked }) => date === requested && !isLocked)) return { kind: 'open', date: requested };
  return { kind: z.iso.date().safeParse(requested).success && requested < today ? 'locked' : 'invalid' };
}

/** The day that a history page shows: from midnight to midnight, until now today. */
export type DayBounds = { from: Instant; until: Instant; end: Instant };

export function boundsOf(date: LocalDate, zone: TimeZone, now: Instant): DayBounds {
  const end = startOfDay(addDays(date, 1), zone);
  return { from: startOfDay(date, zone), until: Math.min(end, now), end };
}

/**
 * Loads one day of a child. `?date=`, `?at=` and `?device=` choose the day, the time and the device.
 * @throws a redirect to today for a date that is locked, with a message that says so, or invalid
 */
export async function loadHistoryPage(request: Request, context: AppLoadContext, parent: Parent, childId: ChildId | undefined) {
  const child = await requireLocatedChild(context, parent, childId);
  const url = new URL(request.url);
  const now = Date.now();
  const { geolocation, geolocationDays: days } = parent.account.entitlements.limits;
  const today = localDate(now, child.timeZone);
  const dates = listHistoryDates(today, days);
  const choice = chooseDate(url.searchParams.get('date'), dates, today);
  // A plan without location has its own message on the page.
  if (choice.kind !== 'open' && geolocation === 'on')
    throw await leadToToday(request, context, `${LOCATOR}/${child.id}/history`, choice, days);
  const date = choice.kind === 'open' ? choice.date : today;
  const frame = await loadFrame(request, context, parent, now);
  await updateOwnFlow(request, context, parent.account.id, { childId: child.id });
  const bounds = boundsOf(date, child.timeZone, now);
  const state = readLocatorState(url, { day: bounds });
  const day = frame.isIncluded
    ? await loadDay(parent, child.id, { date, bounds, chosen: state.activeLocationDeviceId, now, language: frame.language })
    : { devices: [], device: null, parts: [], lone: null, since: null, track: [], count: 0, pathCount: 0, places: [], credits: [] };
  const { children } = await loadPositions(parent, frame, false);
  const devices = children.find(({ id }) => id === child.id)?.devices ?? [];
  const last = devices.find(({ id }) => id === day.device)?.position ?? null;
  return {
    ...frame,
    ...day,
    ...bounds,
    children,
    child: { id: child.id, name: child.name, colorSlot: child.colorSlot },
    zone: child.timeZone,
    parentZone: parent.account.timeZone,
    days,
    dates,
    date,
    isToday: date === today,
    stayingAt: last?.isStaying === true ? last.placeId : null,
    hourMarks: listHourMarks(date, child.timeZone, bounds),
    at: state.activeLocationTS,
    titleParams: { name: child.name },
  };
}

async function leadToToday(request: Request, context: AppLoadContext, path: string, { kind }: DateChoice, days: number): Promise<Response> {
  if (kind !== 'locked') return redirectToNext(context, path);
  const text = (await i18n.getFixedT(request))('track.keeps', { count: days });
  return redirectWithToast(context, path, { tone: 'bad', text: { key: 'toast.text', params: { text } }, undo: null });
}

type DayRequest = { date: LocalDate; bounds: DayBounds; chosen: string | null; now: Instant; language: string };

/**
 * A part of a day. A stay outside of all places has an address, '' if unknown. A gap has the reason that the device reported, null for none.
 */
export type ShownPart = DayPart & { address: string; reason: GapReason | null };

async function loadDay({ api }: Parent, childId: ChildId, { date, bounds, chosen, now, language }: DayRequest) {
  const [facts, places, history] = await Promise.all([listDeviceFacts(api), listPlaces(api), getHistoryDay(api, childId, date)]);
  const devices = listLocatedDevices(childId, facts, [], now);
  const inDay = history.points.filter(({ at }) => isWithin(at, bounds));
  const device = selectLocatorDevice(devices, chosen, findDayDevice(devices, { points: inDay, path: history.path }));
  const isOwn = ({ deviceId }: HistoryPoint) => deviceId === device?.id;
  const own = history.points.filter(isOwn);
  const events = history.events.filter(({ deviceId }) => deviceId === device?.id);
  const known = addSilence(listDayParts(own, toWatched(places), bounds), bounds, events);
  const { parts, credits } = await addAddresses(api, known, language);
  const lone = known.length > 0 ? null : await findLonePosition(api, inDay.filter(isOwn), places, language);
  const path = device === null ? [] : pathWithin(history.path, bounds, device.id);
  const track: Track = path.map((line) => line.map(({ at, lat, lon }) => ({ at, lat, lon })));
  return {
    devices: devices.map(({ id, name }) => ({ id, name })),
    device: device?.id ?? null,
    parts,
    /** What is known of a day without parts; null if there are parts, or no positions. */
    lone: lone?.lone ?? null,
    since: sinceWhen(listDayParts(own, toWatched(places), { from: bounds.from - SINCE_MS, until: bounds.until }), bounds),
    track,
    count: inDay.filter(isOwn).length,
    /** Number of points in the GPX file. */
    pathCount: path.reduce((sum, { length }) => sum + length, 0),
    places,
    credits: lone?.credits ?? credits,
  };
}

/** Returns when the stay began that continues into the day. Null if none does, or if its beginning is older than what is known. */
export function sinceWhen(parts: ReadonlyArray<DayPart>, { from }: Pick<DayBounds, 'from'>): Instant | null {
  const stay = parts.find((part) => part.kind === 'stay' && part.from < from && part.until > from);
  return stay === undefined || stay.from <= from - SINCE_MS ? null : stay.from;
}

/** A part of a day, with the reason of a gap that the device reported. */
type ExplainedPart = DayPart & { reason: GapReason | null };

/**
 * Adds the reasons of gaps. Before the first and after the last part, and on a day without any, nothing is known either: that is a gap only
 * if the device reported why. `until` may be now.
 */
export function addSilence(
  parts: ReadonlyArray<DayPart>,
  { from, until }: Pick<DayBounds, 'from' | 'until'>,
  events: ReadonlyArray<SilenceEvent>,
): Array<ExplainedPart> {
  const explain = (part: DayPart): ExplainedPart => ({ ...part, reason: part.kind === 'gap' ? findGapReason(part, events) : null });
  const silence = (start: Instant, end: Instant) =>
    end - start <= GAP_MS ? [] : [explain({ kind: 'gap', from: start, until: end })].filter(({ reason }) => reason !== null);
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return silence(from, until);
  return [...silence(from, first.from), ...parts.map(explain), ...silence(last.until, until)];
}

async function addAddresses(api: Api, parts: ReadonlyArray<ExplainedPart>, language: string) {
  const stays = parts.flatMap((part) => (part.kind === 'stay' && part.placeId === null ? part : []));
  const found = await listAddresses(
    api,
    stays.map(({ center }) => center),
    language,
  );
  const addresses = new Map<DayPart, string>(stays.map((stay, index) => [stay, found[index]?.address ?? '']));
  return { parts: parts.map((part): ShownPart => ({ ...part, address: addresses.get(part) ?? '' })), credits: listCredits(found) };
}

function toWatched(places: ReadonlyArray<Place>) {
  return places.map(({ id, lat, lon, radius, isActive }) => ({ id, lat, lon, radius, isActive }));
}

/** Returns the lines of the day’s path of one device, or of all for null. */
function pathWithin(path: HistoryDay['path'], bounds: DayBounds, device: DeviceId | null): HistoryDay['path'] {
  return path
    .map((line) => line.filter(({ at, deviceId }) => isWithin(at, bounds) && (device === null || deviceId === device)))
    .filter((line) => line.length > 0);
}

/** True for an instant of the day. Midnight begins the next day. */
function isWithin(at: Instant, { from, until, end }: DayBounds): boolean {
  return at >= from && at <= until && at < end;
}

/**
 * Returns the path of one day as a GPX file: that of one device, or of all without `?device=`. It has the points that the page draws. Status 404 for a day that the plan does
 * not include, and for a device that is not the child’s.
 */
export async function downloadGpx(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  childId: ChildId | undefined,
): Promise<Response> {
  const child = await requireLocatedChild(context, parent, childId);
  const { geolocation, geolocationDays } = parent.account.entitlements.limits;
  const query = new URL(request.url).searchParams;
  const now = Date.now();
  const today = localDate(now, child.timeZone);
  const date = query.get('date') ?? today;
  const isOpen = chooseDate(date, listHistoryDates(today, geolocationDays), today).kind === 'open';
  if (geolocation !== 'on' || !isOpen) throw new Response(null, { status: 404 });
  const bounds = boundsOf(date, child.timeZone, now);
  const { path } = await getHistoryDay(parent.api, child.id, date);
  const device = query.get('device');
  const own = pathWithin(path, bounds, device);
  if (device !== null && own.length === 0 && !(await isDeviceOf(parent.api, child.id, device))) throw new Response(null, { status: 404 });
  return new Response(writeGpx(`${child.name}, ${date}`, own), {
    headers: {
      'Content-Type': 'application/gpx+xml; charset=utf-8',
      'Content-Disposition': `attachment; filename="porchlight-${date}.gpx"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

async function isDeviceOf(api: Api, childId: ChildId, deviceId: DeviceId): Promise<boolean> {
  return (await listDeviceFacts(api)).some(({ id, childIds }) => id === deviceId && childIds.includes(childId));
}
