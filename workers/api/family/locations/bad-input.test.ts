import { describe, expect, test } from 'vitest';
import { type SigningCredentials, signedHeaders } from '#app/keys/sign';
import { listDevices } from '#app/wire/family';
import { listGeofences, listUserLocations } from '#app/wire/location';
import { listNotifications } from '#app/wire/notification';
import type { Agent } from '#tests/clients/agent';
import { fix, moveTo, newLocatedFamily, newPlace, northOf, SCHOOL } from '#tests/clients/located-family';
import { type Answer, API, type Parent, read } from '#tests/clients/parent';
import { readEverything, readRows, send, stopClock } from '#tests/clients/worker';

const NOON = '2026-11-18T12:00:00Z';
const MINUTE = 60_000;
const AWAY = northOf(SCHOOL, 2000);

/** Sends a body exactly as written, because `JSON.stringify` turns infinity into null. */
async function sendText(credentials: SigningCredentials, method: 'POST' | 'PUT', path: string, body: string, at: number): Promise<Answer> {
  const url = new URL(API + path);
  const key = method === 'PUT' ? { idempotencyKey: crypto.randomUUID() } : {};
  const headers = await signedHeaders(credentials, { method, url, body, ...key }, at);
  return read(await send(new Request(url, { method, headers, body })));
}

function putText(parent: Parent, body: string): Promise<Answer> {
  return sendText(parent.credentials, 'PUT', '/geofences', body, parent.clock ?? Date.now());
}

function reportText(agent: Agent, position: string): Promise<Answer> {
  const { accountId, deviceId, secret, scheduleTs, clock = 0 } = agent;
  const applied = JSON.stringify({ state: 'allowed', schedule_ts: scheduleTs });
  const body = `{"seq":9,"at":${clock},"versions":{"os_version":"14","app_version":"8.1"},"battery":0.4,"applied":${applied},"locations":[${position}]}`;
  return sendText({ kind: 'device', accountId, deviceId, secret }, 'POST', '/device/report', body, clock);
}

/** Returns the types of the notifications about places, oldest first. */
async function crossingsOf(parent: Parent): Promise<Array<string>> {
  const notifications = await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
  return notifications.flatMap(({ type }) => (type.startsWith('geofence') ? type : [])).reverse();
}

describe('infinite numbers and NaN', () => {
  test.each([
    ['1e999 as latitude', '{"at":1,"lat":1e999,"lng":1}'],
    ['-1e999 as longitude', '{"at":1,"lat":1,"lng":-1e999}'],
    ['a latitude of 91', '{"at":1,"lat":91,"lng":1}'],
    ['1e999 as accuracy', '{"at":1,"lat":1,"lng":1,"accuracy":1e999}'],
    ['1e999 as time', '{"at":1e999,"lat":1,"lng":1}'],
    ['null as latitude', '{"at":1,"lat":null,"lng":1}'],
    ['no coordinates', '{}'],
    ['null', 'null'],
  ])('drops a position with %s, and keeps the rest of the report', async (_, position) => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    const good = `{"at":${now},"lat":${SCHOOL.lat},"lng":${SCHOOL.lon}}`;
    expect((await reportText(agent, `${position},${good},${position}`)).status).toBe(200);
    const rows = await readRows<{ fixes_json: string }>(parent.accountId, 'SELECT fixes_json FROM location_report');
    expect(rows.map(({ fixes_json }) => JSON.parse(fixes_json))).toEqual([[[now, SCHOOL.lat, SCHOOL.lon, null, null, null]]]);
    expect((await parent.call(listDevices))[0]?.attributes.battery_level).toBe(0.4);
  });

  test('refuses a report with NaN, which is not JSON', async () => {
    const { parent, agent } = await newLocatedFamily(NOON);
    const answer = await reportText(agent, '{"at":1,"lat":NaN,"lng":1}');
    expect([answer.status, Object(answer.body).errors.message]).toEqual([400, expect.stringContaining('The body is not JSON')]);
    expect(await readRows(parent.accountId, 'SELECT seq FROM location_report')).toEqual([]);
  });

  test.each([
    ['1e999 as latitude', '"lat":1e999,"lon":1,"radius":100', 'lat: expected float values'],
    ['1e999 as radius', '"lat":1,"lon":1,"radius":1e999', 'radius: Invalid'],
    ['NaN as longitude', '"lat":1,"lon":NaN,"radius":100', 'The body is not JSON'],
  ])('refuses a place with %s', async (_, numbers, message) => {
    const { parent, id } = await newLocatedFamily(NOON);
    const answer = await putText(parent, `{${numbers},"name":"School","users":["${id}"]}`);
    expect(answer.status).toBe(400);
    expect(Object(answer.body).errors.message).toContain(message);
    expect(await parent.call(listGeofences)).toEqual([]);
  });
});

describe('IDs of another account', () => {
  test('are refused by every call about location, which then changes nothing', async () => {
    const own = await newLocatedFamily(NOON);
    const other = await newLocatedFamily(NOON);
    const theirs = await newPlace(other.parent, [other.id]);
    const place = { ...SCHOOL, radius: 100, name: 'Zoo', users: [own.id] };
    const notBy = [{ user_id: other.id, weekdays: [1], time: '08:30' }];
    const [before, theirsBefore] = [await readEverything(own.parent.accountId), await readEverything(other.parent.accountId)];
    const calls: Array<[method: string, path: string, body?: unknown]> = [
      ['PUT', '/geofences', { ...place, id: theirs.id }],
      ['PUT', '/geofences', { ...place, users: [own.id, other.id] }],
      ['PUT', '/geofences', { ...place, not_by: notBy }],
      ['GET', `/user_location?last=1&user_id=${other.id}`],
      ['GET', `/location_history?date=2026-11-18&user_id=${other.id}`],
      ['GET', `/location_info?user_id=${other.id}`],
      ['POST', '/command', { command: 'location_burst', user_id: other.id }],
      ['POST', '/command', { command: 'location_burst', user_id: own.id, device_id: other.agent.deviceId }],
    ];
    for (const [method, path, body] of calls)
      expect(await own.parent.raw(method, path, body), `${method} ${path}`).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    expect(await own.parent.raw('DELETE', '/geofences', { ids: [theirs.id] })).toEqual({ status: 200, body: { objects_deleted: 0 } });
    expect(await other.parent.call(listGeofences)).toEqual([theirs]);
    for (const table of ['place', 'command', 'location_access', 'due'])
      expect((await readEverything(own.parent.accountId))[table], table).toEqual(before[table]);
    expect((await readEverything(other.parent.accountId)).place).toEqual(theirsBefore.place);
  });
});

describe('place on the date line or at a pole', () => {
  test.each([
    ['across the date line', { lat: -16.8, lon: 179.9995 }, { lat: -16.8, lon: -179.9995 }, { lat: -16.8, lon: -179.99 }],
    ['across the pole', { lat: 89.9995, lon: 10 }, { lat: 89.9995, lon: -170 }, { lat: 89.99, lon: -170 }],
  ])('notices an arrival from %s', async (_, center, at, away) => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const { id: placeId } = await newPlace(parent, [id], { ...center, name: 'Edge' });
    for (const minute of [1, 2]) await moveTo(parent, agent, now + minute * MINUTE, away);
    for (const minute of [3, 4]) await moveTo(parent, agent, now + minute * MINUTE, at);
    expect(await parent.call(listUserLocations, { query: { last: '1' } })).toMatchObject([
      { place: placeId, location_data: { lat: at.lat } },
    ]);
    expect(await crossingsOf(parent)).toEqual(['geofence_entry']);
  });
});

describe('place turned off while the child is inside', () => {
  test('causes no notification when the child leaves, and is not named anymore', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const { type: _, ts: __, ...place } = await newPlace(parent, [id], { triggers: ['exit'] });
    for (const minute of [1, 2]) await moveTo(parent, agent, now + minute * MINUTE, SCHOOL);
    const named = async () => (await parent.call(listUserLocations, { query: { last: '1' } }))[0]?.place;
    expect(await named()).toBe(place.id);
    expect((await parent.raw('PUT', '/geofences', { ...place, active: false })).status).toBe(200);
    expect(await named()).toBeNull();
    for (const minute of [10, 11]) await moveTo(parent, agent, now + minute * MINUTE, AWAY, { speed: 1.4 });
    expect(await crossingsOf(parent)).toEqual([]);
  });
});

test('positions from before a departure that arrive after it cause no arrival', async () => {
  const { parent, agent, id, now } = await newLocatedFamily(NOON);
  await newPlace(parent, [id]);
  for (const minute of [1, 2]) await moveTo(parent, agent, now + minute * MINUTE, AWAY);
  for (const minute of [3, 4]) await moveTo(parent, agent, now + minute * MINUTE, SCHOOL);
  for (const minute of [20, 21]) await moveTo(parent, agent, now + minute * MINUTE, AWAY, { speed: 1.4 });
  await agent.report('allowed', { locations: [19, 18, 17].map((minute) => fix(agent, SCHOOL, { at: now + minute * MINUTE })) });
  await stopClock(now + 25 * MINUTE, parent, agent);
  expect(await crossingsOf(parent)).toEqual(['geofence_entry', 'geofence_exit']);
});
