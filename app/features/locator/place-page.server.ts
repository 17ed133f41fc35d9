import { type AppLoadContext, data } from '@remix-run/cloudflare';
import { unitsOf } from '#app/domain/distance-units';
import { PLACES_MAX } from '#app/domain/place';
import { isFromFuture, isRough } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { STATUSES_READ } from '#app/features/children/status/child-status.server';
import type { Read } from '#app/server/api.server';
import {
  attempt,
  type FormMessage,
  type FormReply,
  formMessage,
  isReplay,
  type Outcome,
  readForm,
  type SubmittedForm,
  statusOf,
  textOf,
  toFormMessage,
  toIdempotencyKey,
} from '#app/server/form.server';
import { redirectWithMessage } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { i18n, languageOf, localeOf } from '#app/server/i18n.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { saveWithMerge } from '#app/server/save-with-merge.server';
import type { Toast } from '#app/server/toast.server';
import { ERROR_CODES } from '#app/wire/errors';
import { fromWireGeofence, geofenceSchema, type LastPosition, type Place } from '#app/wire/location';
import type { FoundAddress } from './addresses';
import { findAddresses, listAddresses } from './addresses.server';
import { planMessage } from './child-page.server';
import { listPlaces, listPositions, removePlace, savePlace, toPlacesRead, toPositionsRead } from './locator.server';
import { LOCATOR, loadFrame } from './locator-page.server';
import type { Extent } from './map-view';
import {
  addNotByRow,
  checkPlace,
  type PlaceDraft,
  type PlaceFaults,
  type PlaceValues,
  readPlaceValues,
  toContent,
  toNewPlaceValues,
  toPlaceValues,
} from './place-form';
import { hasOtherSpot, isSearch } from './place-search';
import { packPlace, unpackPlace } from './place-undo';

const PLACES = `${LOCATOR}?places`;
const NEW = 'new';

/** The form again, with its typed values, its errors by field, and what the address search found (null: no search). */
export type PlaceReply = FormReply & { values: PlaceValues; faults: PlaceFaults; found: Array<FoundAddress> | null };

export function toPlaceReads(placeId: string | undefined): Array<Read> {
  return [STATUSES_READ, toPlacesRead(), ...(placeId === NEW ? [toPositionsRead()] : [])];
}

/**
 * Loads the form of a place. A new one takes its position from `?lat&lon` and its child from `?child`. `surroundings`: what the map shows
 * while the form has no position; the world if empty.
 * @throws a redirect to the list, with a message there, if the place does not exist
 */
export async function loadPlacePage(request: Request, context: AppLoadContext, parent: Parent, placeId: string | undefined) {
  const query = new URL(request.url).searchParams;
  const now = Date.now();
  const frame = await loadFrame(request, context, parent, now);
  const [places, positions] = await Promise.all([
    frame.isIncluded ? listPlaces(parent.api) : [],
    frame.isIncluded && placeId === NEW ? listPositions(parent.api) : [],
  ]);
  const units = unitsOf(localeOf(request));
  const place = places.find(({ id }) => id === placeId);
  if (place === undefined && placeId !== NEW && frame.isIncluded) throw await leadToPlaces(request, context);
  const child = query.get('child');
  const family = frame.entries.map(({ id }) => id);
  const values =
    place === undefined
      ? toNewPlaceValues(Object.fromEntries(query), family.includes(child ?? '') && child !== null ? [child] : family, units)
      : toPlaceValues(place, units);
  const surroundings = place === undefined ? listSurroundings(places, positions, now) : [toPoint(place)];
  return { ...frame, values, surroundings, hasRoom: place !== undefined || places.length < PLACES_MAX };
}

/** A message above the page, because a phone shows the list only when it is opened. It is the same for a foreign ID (A112). */
async function leadToPlaces(request: Request, context: AppLoadContext): Promise<Response> {
  const text = (await i18n.getFixedT(request))('places.gone');
  return redirectWithToast(context, PLACES, { tone: 'bad', text: { key: 'toast.text', params: { text } }, undo: null });
}

/** Returns the places and positions of the family. A rough position has its circle. */
function listSurroundings(places: ReadonlyArray<Place>, positions: ReadonlyArray<LastPosition>, now: Instant): Extent {
  const known = positions.filter((position) => !isFromFuture(position, now));
  return [...places.map(toPoint), ...known.map((one) => ({ lat: one.lat, lon: one.lon, meters: isRough(one) ? (one.accuracy ?? 0) : 0 }))];
}

function toPoint({ lat, lon, radius }: Place): Extent[number] {
  return { lat, lon, meters: radius };
}

type PlaceForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm; values: PlaceValues };

/** Handles the forms of a place: save, delete, undo, address search, and rows of «not there by». */
export async function answerPlaceForm(request: Request, context: AppLoadContext, parent: Parent) {
  const form = await readForm(request);
  const placeForm: PlaceForm = { request, context, parent, form, values: readPlaceValues(form.fields) };
  const { intent } = form;
  if (intent.startsWith('place-row-')) return showRows(placeForm);
  switch (intent) {
    case 'place-find':
      return find(placeForm);
    case 'place-enter':
    case 'place-save':
      return isSearch(placeForm.values) ? find(placeForm) : save(placeForm);
    case 'place-delete':
      return remove(placeForm);
    case 'place-restore':
      return restore(placeForm);
    default:
      return show(placeForm, { notice: formMessage('error_strings.unknown') });
  }
}

/** Shows the form again with its typed values. */
function show({ form, values }: PlaceForm, change: Partial<Pick<PlaceReply, 'notice' | 'values' | 'faults' | 'found'>>, status = 400) {
  const { intent, token } = form;
  const reply: PlaceReply = { intent, token, notice: null, lastResult: null, values, faults: {}, found: null, ...change };
  return data(reply, { status });
}

function showFailure(placeForm: PlaceForm, outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, values = placeForm.values) {
  const messages: Record<string, FormMessage> = {
    ...planMessage(placeForm.parent),
    full: formMessage('places.full', { limit: PLACES_MAX }),
  };
  return show(placeForm, { notice: toFormMessage(outcome, messages), values }, statusOf(outcome));
}

/** Adds or removes a row of «not there by», for pages without script. */
function showRows(placeForm: PlaceForm) {
  const { form, values, parent } = placeForm;
  const dropped = form.intent.startsWith('place-row-drop-') ? form.intent.slice('place-row-drop-'.length) : null;
  const [first] = values.childIds;
  const notBy =
    dropped === null
      ? addNotByRow(values.notBy, first ?? parent.account.children[0]?.id ?? '')
      : values.notBy.filter(({ key }) => key !== dropped);
  return show(placeForm, { values: { ...values, notBy } }, 200);
}

async function find(placeForm: PlaceForm) {
  const { values, parent, request } = placeForm;
  if (values.address === '') return show(placeForm, { faults: { address: 'places.error_address' } });
  const outcome = await attempt(() => findAddresses(parent.api, values.address, languageOf(request)));
  if (outcome.kind === 'refused' && outcome.refusal.code === ERROR_CODES.rateLimited) {
    const { retryAfter: count = 60 } = outcome.refusal.details;
    return show(placeForm, { notice: formMessage('places.too_many', { count }) }, 429);
  }
  if (outcome.kind !== 'done') return showFailure(placeForm, outcome);
  const [best] = outcome.value;
  const { lat, lon } = best === undefined ? values : { lat: String(best.lat), lon: String(best.lon) };
  const chosen = { ...values, lat, lon, addressShown: values.address, spotShown: `${lat},${lon}` };
  const isSaving = placeForm.form.intent === 'place-save';
  const notice = isSaving ? formMessage(best === undefined ? 'places.not_found' : 'places.check_found') : null;
  return show(placeForm, { notice, values: chosen, found: outcome.value }, 200);
}

async function save(placeForm: PlaceForm) {
  const { request, context, parent, form, values } = placeForm;
  const checked = checkPlace(
    values,
    parent.account.children.map(({ id }) => id),
  );
  if ('faults' in checked) return show(placeForm, { faults: checked.faults });
  const typed = hasOtherSpot(values) ? { ...checked.draft, address: '' } : checked.draft;
  const draft = await addAddress(parent, typed, languageOf(request));
  const key = await toIdempotencyKey(form);
  const isNew = values.id === '';
  const { outcome, current } = await saveWithMerge(
    Number(values.updatedAt),
    (ts) => savePlace(parent.api, { ...toBody(draft), ...(isNew ? {} : { id: values.id, ts }) }, key),
    toPlace,
    (stored) => [values.opened, toContent(draft)].includes(toContent(stored)),
  );
  if (outcome.kind === 'done' || isReplay(outcome)) return redirectWithMessage(context, PLACES, 'toast.saved');
  if (current === null) return showFailure(placeForm, outcome);
  // With the new version, a second Save replaces the other parent’s change (S29).
  const newer = { ...values, updatedAt: String(current.updatedAt), opened: toContent(current) };
  return show(placeForm, { notice: formMessage('error_strings.stale_kept'), values: newer });
}

/** Returns the place with the address of its position if it has none. A changed position clears the address. */
async function addAddress({ api }: Parent, draft: PlaceDraft, language: string): Promise<PlaceDraft> {
  if (draft.address !== '') return draft;
  const [found] = await listAddresses(api, [draft], language);
  return { ...draft, address: found?.address ?? '' };
}

async function remove(placeForm: PlaceForm) {
  const { context, parent, form, values } = placeForm;
  const key = await toIdempotencyKey(form);
  const outcome = await attempt(async () => {
    const place = (await listPlaces(parent.api)).find(({ id }) => id === values.id) ?? null;
    await removePlace(parent.api, values.id, key);
    return place;
  });
  if (outcome.kind !== 'done' && !isReplay(outcome)) return showFailure(placeForm, outcome);
  const removed = outcome.kind === 'done' ? outcome.value : null;
  return redirectWithMessage(context, PLACES, 'toast.deleted', removed === null ? { stay: 'confirm' } : { undo: toUndo(parent, removed) });
}

function toUndo({ account }: Parent, place: Place): Toast['undo'] {
  const packed = packPlace(
    place,
    account.children.map(({ id }) => id),
  );
  return {
    action: `${LOCATOR}/places/${NEW}`,
    intent: 'place-restore',
    fields: { place: packed, restores: place.id },
    until: Date.now() + UNDO_MS,
  };
}

/** Creates a deleted place again from the message's Undo button. */
async function restore(placeForm: PlaceForm) {
  const { context, parent, form } = placeForm;
  const place = unpackPlace(
    textOf(form.fields, 'place'),
    parent.account.children.map(({ id }) => id),
  );
  if (place === null) return show(placeForm, { notice: formMessage('error_strings.unknown') });
  const key = await toIdempotencyKey(form);
  const restores = textOf(form.fields, 'restores');
  const outcome = await attempt(() => savePlace(parent.api, { ...toBody(place), ...(restores === '' ? {} : { restores }) }, key));
  if (outcome.kind !== 'done' && !isReplay(outcome)) return showFailure(placeForm, outcome);
  return redirectWithMessage(context, PLACES, 'toast.undone');
}

function toBody({ lat, lon, radius, address, name, icon, isActive, triggers, childIds, notBy }: PlaceDraft) {
  const not_by = notBy.map(({ childId, weekdays, time }) => ({ user_id: childId, weekdays, time }));
  return { lat, lon, radius, address, name, icon, active: isActive, triggers, users: childIds, not_by };
}

function toPlace(current: unknown): Place | null {
  const row = geofenceSchema.safeParse(current);
  return row.success ? fromWireGeofence(row.data) : null;
}
