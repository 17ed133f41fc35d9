import { Hono } from 'hono';
import type * as z from 'zod';
import { cleanName } from '#app/domain/child';
import { clampRadius, PLACES_MAX } from '#app/domain/place';
import { isZero } from '#app/domain/position';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import { listGeofences, putGeofence, removeGeofences } from '#app/wire/location';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { findChild } from '../store/child.queries';
import {
  countPlaces,
  findPlace,
  listPlaces,
  putPlace,
  removePlace,
  type StoredPlace,
  toWireGeofence,
  wasRemoved,
} from '../store/place.queries';
import { requireGeolocation } from '../subscription/plan-of';
import { armNotBy } from './not-by';

/** The places of the family (S41). They can be removed in any plan. */
export const geofences = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listGeofences, (call) => {
      requireGeolocation(call);
      return listPlaces(call.sql).map(toWireGeofence);
    }),
  )
  .put(
    '/',
    handleEndpoint(putGeofence, (call, { body }) => {
      requireGeolocation(call);
      const before = body.id === undefined ? null : requirePlace(call, body.id);
      if (before !== null && body.ts !== undefined && body.ts !== before.updatedAt) throw stale(before);
      for (const id of [...body.users, ...body.not_by.map(({ user_id }) => user_id)]) requireChild(call, id);
      if (before === null && countPlaces(call.sql) >= PLACES_MAX) throw tooMany();
      const place = toPlace(call, before, body);
      putPlace(call.sql, place);
      armNotBy(call, place);
      call.recordChange('geofence', place.id);
      return toWireGeofence(place);
    }),
  )
  .delete(
    '/',
    handleEndpoint(removeGeofences, (call, { body }) => {
      const removed = [...new Set(body.ids)].filter((id) => removePlace(call.sql, id));
      for (const id of removed) {
        call.cancelDue('not-by', id);
        call.recordChange('geofence', id);
      }
      return { objects_deleted: removed.length };
    }),
  );

function toPlace(call: CallContext, before: StoredPlace | null, body: z.infer<typeof putGeofence.body>): StoredPlace {
  const name = cleanName(body.name);
  if (name === '') throw invalid('The name is empty', { name: 'empty' });
  const { lat, lon } = body;
  // A place that was stored there before the rule can still be changed, and restored after its deletion.
  const isKept = before !== null ? isZero(before) : body.restores !== undefined && wasRemoved(call.sql, body.restores);
  if (isZero(body) && !isKept) throw invalid('The position is 0, 0', { lat: 'zero', lon: 'zero' });
  const radius = clampRadius(body.radius);
  const isSame = before !== null && before.lat === lat && before.lon === lon && before.radius === radius && before.isActive === body.active;
  return {
    id: before?.id ?? call.newId(),
    lat,
    lon,
    radius,
    address: cleanName(body.address),
    name,
    icon: body.icon,
    isActive: body.active,
    triggers: [...new Set(body.triggers)],
    childIds: [...new Set(body.users)],
    notBy: body.not_by.map(({ user_id, weekdays, time }) => ({ user_id, weekdays: [...new Set(weekdays)].sort((a, b) => a - b), time })),
    judgedSince: isSame ? before.judgedSince : Math.max(call.now, (before?.judgedSince ?? 0) + 1),
    createdAt: before?.createdAt ?? call.now,
    updatedAt: Math.max(call.now, (before?.updatedAt ?? 0) + 1),
  };
}

function requirePlace(call: CallContext, id: string): StoredPlace {
  const place = findPlace(call.sql, id);
  if (place === null) throw outsideAccount();
  return place;
}

function requireChild(call: CallContext, id: string): void {
  if (findChild(call.sql, id) === null) throw outsideAccount();
}

/** Returns a refusal with the current row, for a change based on an older one (S29). */
function stale(place: StoredPlace): Refusal {
  const current = toWireGeofence(place);
  return new Refusal(ERROR_CODES.unknown, 400, 'The place has changed since it was read', { reason: 'stale', current });
}

function tooMany(): Refusal {
  const details = { reason: 'full', limit: PLACES_MAX } as const;
  return new Refusal(ERROR_CODES.unknown, 400, `A family can have at most ${PLACES_MAX} places`, details);
}
