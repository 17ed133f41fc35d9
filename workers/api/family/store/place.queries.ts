import * as z from 'zod';
import { PLACE_ICONS, type PlaceIcon, type PlaceTrigger } from '#app/domain/place';
import type { WatchedPlace } from '#app/domain/place-events';
import type { GeofenceWire } from '#app/wire/location';

/** «Not there by» of one child. Weekdays: 0 = Sunday, time: HH:mm in the child's zone. */
export type StoredNotBy = { user_id: string; weekdays: Array<number>; time: string };

/** A place of the family. `judgedSince`: when position, radius or `isActive` last changed. */
export type StoredPlace = {
  id: string;
  lat: number;
  lon: number;
  /** Meters, 1 to 300. */
  radius: number;
  address: string;
  name: string;
  icon: PlaceIcon;
  isActive: boolean;
  triggers: Array<PlaceTrigger>;
  childIds: Array<string>;
  notBy: Array<StoredNotBy>;
  judgedSince: number;
  createdAt: number;
  updatedAt: number;
};

type PlaceRow = {
  id: string;
  lat: number;
  lon: number;
  radius: number;
  address: string;
  name: string;
  icon: string;
  active: number;
  triggers_json: string;
  child_ids_json: string;
  not_by_json: string;
  judged_since: number;
  created_at: number;
  updated_at: number;
};

const triggersSchema = z.array(z.enum(['enter', 'exit']));
const idsSchema = z.array(z.string());
const notBySchema = z.array(z.object({ user_id: z.string(), weekdays: z.array(z.number()), time: z.string() }));

function toPlace(row: PlaceRow): StoredPlace {
  return {
    id: row.id,
    lat: row.lat,
    lon: row.lon,
    radius: row.radius,
    address: row.address,
    name: row.name,
    icon: PLACE_ICONS.find((icon) => icon === row.icon) ?? 'pin',
    isActive: row.active === 1,
    triggers: triggersSchema.parse(JSON.parse(row.triggers_json)),
    childIds: idsSchema.parse(JSON.parse(row.child_ids_json)),
    notBy: notBySchema.parse(JSON.parse(row.not_by_json)),
    judgedSince: row.judged_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns the places of the family, sorted by name. */
export function listPlaces(sql: SqlStorage): Array<StoredPlace> {
  return sql.exec<PlaceRow>('SELECT * FROM place ORDER BY name COLLATE NOCASE, id').toArray().map(toPlace);
}

export function findPlace(sql: SqlStorage, id: string): StoredPlace | null {
  const row = sql.exec<PlaceRow>('SELECT * FROM place WHERE id = ?', id).toArray()[0];
  return row === undefined ? null : toPlace(row);
}

export function countPlaces(sql: SqlStorage): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM place').one().n;
}

export function putPlace(sql: SqlStorage, place: StoredPlace): void {
  sql.exec(
    `INSERT OR REPLACE INTO place (id, lat, lon, radius, address, name, icon, active, triggers_json, child_ids_json, not_by_json,
      judged_since, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place.id,
    place.lat,
    place.lon,
    place.radius,
    place.address,
    place.name,
    place.icon,
    Number(place.isActive),
    JSON.stringify(place.triggers),
    JSON.stringify(place.childIds),
    JSON.stringify(place.notBy),
    place.judgedSince,
    place.createdAt,
    place.updatedAt,
  );
}

/** Deletes a place. Returns true if it existed. */
export function removePlace(sql: SqlStorage, id: string): boolean {
  return sql.exec('DELETE FROM place WHERE id = ?', id).rowsWritten > 0;
}

/** True if the family had a place with this ID that was deleted. */
export function wasRemoved(sql: SqlStorage, id: string): boolean {
  const changes = sql.exec<{ n: number }>("SELECT count(*) AS n FROM audit WHERE kind = 'geofence' AND subject_id = ?", id).one().n;
  return changes > 0 && findPlace(sql, id) === null;
}

/**
 * Returns the place as the rules judge it. Its ID changes with position, radius and active flag, so that earlier states of devices no
 * longer apply.
 */
export function toWatchedPlace({ id, lat, lon, radius, isActive, judgedSince }: StoredPlace): WatchedPlace {
  return { id: `${id}@${judgedSince}`, lat, lon, radius, isActive };
}

export function toWireGeofence(place: StoredPlace): GeofenceWire {
  return {
    id: place.id,
    lat: place.lat,
    lon: place.lon,
    radius: place.radius,
    address: place.address,
    name: place.name,
    icon: place.icon,
    active: place.isActive,
    triggers: place.triggers,
    users: place.childIds,
    not_by: place.notBy,
    type: 'geofence',
    ts: place.updatedAt,
  };
}
