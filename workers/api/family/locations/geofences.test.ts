import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { listGeofences, putGeofence } from '#app/wire/location';
import { newFamilyAt } from '#tests/clients/clock';
import { newLocatedFamily, newPlace, SCHOOL } from '#tests/clients/located-family';
import { familyOf, newChild, newFamily, readRows } from '#tests/clients/worker';

const NOON = '2026-11-18T12:00:00Z';

describe('places', () => {
  test('LOC-011 to LOC-020, LOC-044, LOC-045, LOC-046, LOC-047: creates, changes, turns off and removes a place', async () => {
    const { parent, id } = await newFamilyAt(NOON);
    const notBy = [{ user_id: id, weekdays: [5, 1, 1], time: '08:30' }];
    const created = await newPlace(parent, [id, id], { name: '  School ', address: '12 Elm Street', not_by: notBy });
    expect(created).toEqual({
      id: expect.any(String),
      ...SCHOOL,
      radius: 120,
      address: '12 Elm Street',
      name: 'School',
      icon: 'school',
      active: true,
      triggers: ['enter', 'exit'],
      users: [id],
      not_by: [{ user_id: id, weekdays: [1, 5], time: '08:30' }],
      type: 'geofence',
      ts: expect.any(Number),
    });
    const { type: _, ...read } = created;
    const body = { ...read, name: 'High school', radius: 80, active: false, triggers: ['exit' as const] };
    const changed = await parent.call(putGeofence, { body });
    expect(changed).toMatchObject({ id: created.id, name: 'High school', radius: 80, active: false, triggers: ['exit'] });
    expect(await parent.call(listGeofences, { query: { include: 'all' } })).toEqual([changed]);
    const ids = [created.id, created.id, 'unknown'];
    expect(await parent.raw('DELETE', '/geofences', { ids })).toEqual({ status: 200, body: { objects_deleted: 1 } });
    expect(await parent.call(listGeofences)).toEqual([]);
  });

  test.each([
    ['LOC-040: 500 m', 500, 300],
    ['300.4 m', 300.4, 300],
    ['120.6 m', 120.6, 121],
    ['0.2 m', 0.2, 1],
  ])('stores a radius of %s as %i m', async (_, radius, stored) => {
    const { parent, child } = await newFamily('premium_monthly');
    expect(await newPlace(parent, [child.user_id], { radius: Number(radius) })).toMatchObject({ radius: stored });
  });

  test.each([
    ['text', { lat: '40.2' }, 'lat: expected float values', 'lat'],
    ['text', { lon: 'x' }, 'lon: expected float values', 'lon'],
    ['null', { lat: null }, 'lat: expected float values', 'lat'],
    ['a list', { lon: [1] }, 'lon: expected float values', 'lon'],
    ['91 degrees', { lat: 91 }, 'lat: outside of', 'lat'],
    ['-91 degrees', { lat: -91 }, 'lat: outside of', 'lat'],
    ['181 degrees', { lon: 181 }, 'lon: outside of', 'lon'],
    ['the position 0, 0', { lat: 0, lon: 0 }, 'The position is 0, 0', 'lat'],
    ['the position 0, 0', { lat: 0, lon: 0 }, 'The position is 0, 0', 'lon'],
    ['a radius of 0', { radius: 0 }, 'radius: Too small', 'radius'],
    ['a radius as text', { radius: '5' }, 'radius: Invalid input', 'radius'],
    ['an empty name', { name: '  ' }, 'name: Too small', 'name'],
    ['an invisible name', { name: '\u200b' }, 'The name is empty', 'name'],
    ['an unknown trigger', { triggers: ['stay'] }, 'triggers.0: Invalid', 'triggers.0'],
    ['an unknown icon', { icon: 'castle' }, 'icon: Invalid', 'icon'],
    [
      'an eighth weekday',
      { not_by: [{ user_id: 'x', weekdays: [7], time: '08:00' }] },
      'not_by.0.weekdays.0: Too big',
      'not_by.0.weekdays.0',
    ],
    ['24:00', { not_by: [{ user_id: 'x', weekdays: [1], time: '24:00' }] }, 'not_by.0.time: Invalid', 'not_by.0.time'],
  ])('LOC-043: refuses %s with 400 (%o)', async (_, wrong, message, field) => {
    const { parent, child } = await newFamily('premium_monthly');
    const answer = await parent.raw('PUT', '/geofences', { ...SCHOOL, radius: 100, name: 'School', users: [child.user_id], ...wrong });
    expect(answer.status).toBe(400);
    expect(Object(answer.body).errors.message).toContain(message);
    expect(Object(answer.body).errors.fields).toHaveProperty([field]);
    expect(await parent.call(listGeofences)).toEqual([]);
  });

  test('a place that was stored at 0, 0 before the rule can be renamed, deleted and restored', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const { id } = await newPlace(parent, [child.user_id]);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => sql.exec('UPDATE place SET lat = 0, lon = 0'));
    const body = { lat: 0, lon: 0, radius: 100, name: 'Old import', users: [child.user_id] };
    const answers = async (changes: Array<object>) => {
      const found: Array<number> = [];
      for (const change of changes) found.push((await parent.raw('PUT', '/geofences', { ...body, ...change })).status);
      return found;
    };
    expect(await answers([{ id }, {}, { restores: id }, { restores: 'unknown' }])).toEqual([200, 400, 400, 400]);
    await parent.raw('DELETE', '/geofences', { ids: [id] });
    expect(await answers([{}, { restores: 'unknown' }, { restores: id }])).toEqual([400, 400, 200]);
    const [restored] = await parent.call(listGeofences);
    expect(restored).toMatchObject({ lat: 0, lon: 0, name: 'Old import' });
    expect(await answers([{ id: restored?.id, lat: 1 }, { id: restored?.id }])).toEqual([200, 400]);
  });

  test('stores default values for fields that the request omits', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const answer = await parent.raw('PUT', '/geofences', { ...SCHOOL, radius: 100, name: 'School', users: [child.user_id] });
    expect(answer).toMatchObject({
      status: 200,
      body: { icon: 'pin', active: true, triggers: ['enter', 'exit'], address: '', not_by: [] },
    });
  });

  test('refuses a change based on an older version and returns the current place; accepts a change without a version', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const first = await newPlace(parent, [child.user_id]);
    const second = await newPlace(parent, [child.user_id], { id: first.id, ts: first.ts, name: 'Library' });
    const body = { ...SCHOOL, radius: 100, users: [child.user_id], id: first.id, name: 'Zoo' };
    const refused = await parent.raw('PUT', '/geofences', { ...body, ts: first.ts });
    expect(refused).toMatchObject({ status: 400, body: { errors: { reason: 'stale', current: second } } });
    expect(await parent.raw('PUT', '/geofences', body)).toMatchObject({ status: 200, body: { name: 'Zoo' } });
  });

  test('accepts 20 places, even at the poles, on the date line and in the same spot, and refuses one more', async () => {
    const { parent, child } = await newFamily('premium_monthly');
    const spots = [
      { lat: 90, lon: 0 },
      { lat: -90, lon: 180 },
      { lat: 0, lon: 180 },
      { lat: 0, lon: -180 },
    ];
    const wanted = [...spots, ...Array.from({ length: 16 }, () => SCHOOL)];
    for (const [index, spot] of wanted.entries()) await newPlace(parent, [child.user_id], { ...spot, name: `Place ${index}` });
    const body = { ...SCHOOL, radius: 100, name: 'One more', users: [child.user_id] };
    expect(await parent.raw('PUT', '/geofences', body)).toMatchObject({ status: 400, body: { errors: { reason: 'full', limit: 20 } } });
    const [place] = await parent.call(listGeofences);
    expect((await parent.raw('PUT', '/geofences', { ...body, id: place?.id })).status, 'a change').toBe(200);
  });

  test('LOC-038: refuses location calls on the free plan, except to remove places', async () => {
    const { parent, child } = await newFamily();
    const body = { ...SCHOOL, radius: 100, name: 'School', users: [child.user_id] };
    const refusal = { status: 403, body: { errors: { code: 410, reason: 'plan' } } };
    expect(await parent.raw('PUT', '/geofences', body)).toMatchObject(refusal);
    for (const path of [
      '/geofences?include=all',
      '/user_location?last=1',
      `/location_history?date=2026-11-18&user_id=${child.user_id}`,
      `/location_info?user_id=${child.user_id}`,
    ])
      expect(await parent.raw('GET', path), path).toMatchObject(refusal);
    expect(await parent.raw('POST', '/command', { command: 'location_burst', user_id: child.user_id })).toMatchObject(refusal);
    expect((await parent.raw('DELETE', '/geofences', { ids: ['x'] })).status).toBe(200);
  });

  test('removes a removed child from a place and keeps the place', async () => {
    const { parent, id } = await newLocatedFamily(NOON);
    const sibling = await newChild(parent, 'Ben');
    const not_by = [id, sibling.user_id].map((user_id) => ({ user_id, weekdays: [1], time: '08:30' }));
    const place = await newPlace(parent, [id, sibling.user_id], { not_by });
    await parent.raw('DELETE', `/user?user_id=${id}`);
    expect(await parent.call(listGeofences)).toMatchObject([{ id: place.id, users: [sibling.user_id], not_by: [not_by[1]] }]);
    const rows = await readRows(parent.accountId, "SELECT subject_id FROM audit WHERE kind = 'geofence'");
    expect(rows).toEqual(Array(2).fill({ subject_id: place.id }));
  });
});
