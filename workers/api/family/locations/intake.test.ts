import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { listDevices, listUsers } from '#app/wire/family';
import { getLocationHistory, listUserLocations } from '#app/wire/location';
import type { Agent } from '#tests/clients/agent';
import { newFamilyAt } from '#tests/clients/clock';
import { fix, moveTo, newLocatedFamily, newPlace, northOf, reportAt, SCHOOL, turnLocation } from '#tests/clients/located-family';
import type { Parent } from '#tests/clients/parent';
import { openBrowser } from '#tests/clients/socket';
import { familyOf, newDevice, readRows, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = '2026-11-18T12:00:00Z';

type Row = { seq: number; from_at: number; to_at: number; received_at: number; fixes_json: string };

function rowsOf(parent: Parent): Promise<Array<Row>> {
  return readRows<Row>(parent.accountId, 'SELECT seq, from_at, to_at, received_at, fixes_json FROM location_report ORDER BY to_at, seq');
}

async function timesOf(parent: Parent): Promise<Array<number>> {
  return (await rowsOf(parent)).flatMap(({ fixes_json }) => JSON.parse(fixes_json).map(([at]: [number]) => at));
}

/** Sends a report as an old version of the child app. */
function reportAs(agent: Agent, appVersion: string) {
  return agent.report('allowed', { versions: { os_version: '14', app_version: appVersion }, locations: [fix(agent, SCHOOL)] });
}

describe('positions of a report', () => {
  test('stores a report in one row with accuracy, speed, reason and the time of its arrival', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    const locations = [
      fix(agent, SCHOOL, { at: now - 2000, accuracy: 12.5, speed: 1.4, reason: 'moved' }),
      { at: now - 1000, lat: 1, lng: 2 },
      fix(agent, SCHOOL, { at: now, speed: -1, reason: 'telepathy' }),
    ];
    expect((await agent.report('allowed', { locations })).status).toBe(200);
    const fixes = [
      [now - 2000, SCHOOL.lat, SCHOOL.lon, 12.5, 1.4, 'moved'],
      [now - 1000, 1, 2, null, null, null],
      [now, SCHOOL.lat, SCHOOL.lon, 10, null, null],
    ];
    expect(await rowsOf(parent)).toEqual([
      { seq: 2, from_at: now - 2000, to_at: now, received_at: now, fixes_json: JSON.stringify(fixes) },
    ]);
    expect((await parent.call(listDevices))[0]).toMatchObject({ device_location_active: true, device_location_ts: now });
  });

  test('LOC-039: stores nothing without location in the plan, or with an app before 4.2', async () => {
    const free = await newLocatedFamily(NOON, { plan: '' });
    await reportAt(free.agent, SCHOOL);
    expect(await rowsOf(free.parent)).toEqual([]);
    const { parent, agent } = await newLocatedFamily(NOON);
    await reportAs(agent, '4.1.9');
    expect(await rowsOf(parent)).toEqual([]);
    await reportAs(agent, '4.2');
    expect(await rowsOf(parent)).toHaveLength(1);
  });

  test('stores only positions that were measured while location was on', async () => {
    const { parent, agent, now } = await newFamilyAt(NOON);
    await reportAt(agent, SCHOOL);
    expect(await timesOf(parent), 'never turned on').toEqual([]);
    const at = (minute: number) => now + minute * MINUTE;
    await stopClock(at(10), parent, agent);
    const locations = [1, 3, 5, 7].map((minute) => fix(agent, SCHOOL, { at: at(minute) }));
    const events = [
      { type: 'location_on', at: at(2) },
      { type: 'location_off', at: at(6) },
    ];
    await agent.report('allowed', { locations, events });
    expect(await timesOf(parent)).toEqual([at(3), at(5)]);
    await reportAt(agent, SCHOOL);
    expect(await timesOf(parent)).toEqual([at(3), at(5)]);
  });

  test('removes (0,0) and repeated times, even those of an earlier report, and sorts the rest', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    const at = (second: number) => fix(agent, SCHOOL, { at: now - 60_000 + second * 1000 });
    await agent.report('allowed', { locations: [at(3), at(1), at(1), { at: now, lat: 0, lng: 0 }, at(2)] });
    expect(await timesOf(parent)).toEqual([1, 2, 3].map((second) => now - 60_000 + second * 1000));
    await agent.report('allowed', { locations: [at(2), at(3), at(4)] });
    expect(await timesOf(parent)).toEqual([1, 2, 3, 4].map((second) => now - 60_000 + second * 1000));
    await agent.report('allowed', { locations: [at(1), at(2)] });
    expect(await rowsOf(parent)).toHaveLength(2);
  });

  test('stores nothing twice when a report is sent again', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    const body = {
      seq: 7,
      at: now,
      versions: { os_version: '14', app_version: '8.1' },
      applied: { state: 'allowed', schedule_ts: agent.scheduleTs },
      locations: [fix(agent, SCHOOL)],
    };
    for (let time = 0; time < 3; time++) expect((await agent.raw('POST', '/device/report', body)).status).toBe(200);
    expect(await rowsOf(parent)).toHaveLength(1);
  });

  test('stores a position from the future, but does not show it, even after that time', async () => {
    const { parent, agent, now, id } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL, { at: now - MINUTE });
    await reportAt(agent, northOf(SCHOOL, 5000), { at: now + HOUR });
    await reportAt(agent, northOf(SCHOOL, 20), { at: now + 5 * MINUTE });
    expect((await timesOf(parent)).sort()).toEqual([now - MINUTE, now, now + HOUR]);
    await stopClock(now + 2 * HOUR, parent, agent);
    const [last] = await parent.call(listUserLocations, { query: { last: '1' } });
    expect(last).toMatchObject({ location_ts: now });
    const day = await parent.raw('GET', `/location_history?date=2026-11-18&user_id=${id}`);
    expect(Object(day.body).points).toHaveLength(2);
  });

  test('dates a position of a clock that is 4 minutes ahead at its arrival, and takes a later one as newer', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL, { at: now + 4 * MINUTE });
    expect((await parent.call(listUserLocations, { query: { last: '1' } }))[0]).toMatchObject({ location_ts: now, received_ts: now });
    await stopClock(now + MINUTE, parent, agent);
    await reportAt(agent, northOf(SCHOOL, 50), { at: now + MINUTE });
    const [last] = await parent.call(listUserLocations, { query: { last: '1' } });
    expect(last).toMatchObject({ location_ts: now + MINUTE, location_data: { lat: northOf(SCHOOL, 50).lat } });
  });

  test('stores late positions only within the days of the plan, and keeps the last position unchanged', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL);
    const locations = [7 * DAY, 2 * DAY].map((age) => fix(agent, northOf(SCHOOL, 900), { at: now - age }));
    expect((await agent.report('allowed', { locations })).status).toBe(200);
    expect(await timesOf(parent)).toEqual([now - 2 * DAY, now]);
    const [last] = await parent.call(listUserLocations, { query: { last: '1' } });
    expect(last).toMatchObject({ location_ts: now });
  });

  test.each([
    ['text as latitude', { lat: '40.2' }],
    ['null as latitude', { lat: null }],
    ['91 degrees', { lat: 91 }],
    ['-181 degrees', { lng: -181 }],
    ['a negative accuracy', { accuracy: -1 }],
    ['a time as text', { at: 'now' }],
    ['a time before 1970', { at: -1 }],
  ])('takes a report, but not its position with %s', async (_, wrong) => {
    const { parent, agent } = await newLocatedFamily(NOON);
    const answer = await reportAt(agent, SCHOOL, wrong);
    expect(answer.status).toBe(200);
    expect(await rowsOf(parent)).toEqual([]);
  });

  test.each([
    [500, 200],
    [501, 400],
    [10_000, 400],
  ])('answers a report of %i positions with status %i', async (count, status) => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    const locations = Array.from({ length: count }, (_, index) => ({ at: now - index * 1000, lat: 40.2, lng: -89.5 }));
    const answer = await agent.report('allowed', { locations });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ errors: { message: 'locations: At most 500 positions' } });
    expect(await rowsOf(parent)).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([
    ['0 m', 0],
    ['10 km', 10_000],
  ])('stores an accuracy of %s as it is', async (_, accuracy) => {
    const { parent, agent } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL, { accuracy });
    const [last] = await parent.call(listUserLocations, { query: { last: '1' } });
    expect(last?.location_data.accuracy).toBe(accuracy);
  });

  test.each([
    ['an accuracy of 100 km', { accuracy: 100_000 }, [{ accuracy: 100_000, speed: 1 }]],
    ['an accuracy of more than 100 km', { accuracy: 100_001 }, []],
    ['an accuracy of 1e308', { accuracy: 1e308 }, []],
    ['a speed of 400 m/s', { speed: 400 }, [{ accuracy: 9, speed: 400 }]],
    ['a speed of more than 400 m/s, which becomes unknown', { speed: 401 }, [{ accuracy: 9, speed: null }]],
    ['a speed of 1e308, which becomes unknown', { speed: 1e308 }, [{ accuracy: 9, speed: null }]],
  ])('stores the other positions of a report with %s', async (_, change, stored) => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const fine = fix(agent, SCHOOL, { at: now - 1000, accuracy: 9, speed: 1 });
    const answer = await agent.report('allowed', { locations: [fine, { ...fine, at: now, ...change }] });
    expect(answer.status).toBe(200);
    const { points } = await parent.call(getLocationHistory, { query: { date: '2026-11-18', user_id: id } });
    expect(points.map(({ accuracy, speed }) => ({ accuracy, speed }))).toEqual([{ accuracy: 9, speed: 1 }, ...stored]);
  });

  test('sets user_location_active while a device has location on, but not on a plan without location', async () => {
    const { parent, agent, id } = await newFamilyAt(NOON);
    const isActive = async () => Object(await parent.call(listUsers, { query: { user_id: id } })).user_location_active;
    expect(await isActive()).toBe(false);
    await turnLocation(agent, 'on');
    expect(await isActive()).toBe(true);
    await turnLocation(agent, 'off');
    expect(await isActive()).toBe(false);
    const free = await newLocatedFamily(NOON, { plan: '' });
    expect(await free.parent.call(listUsers, { query: { user_id: free.id } })).toMatchObject({ user_location_active: false });
  });

  test('sends hints to browsers about new positions and changed places, and writes an audit row only for places', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const browser = await openBrowser(parent);
    const place = await newPlace(parent, [id]);
    expect(await browser.waitFor('geofence')).toMatchObject({ type: 'geofence' });
    await reportAt(agent, SCHOOL);
    expect(await browser.waitFor('location')).toMatchObject({ device_id: agent.deviceId, user_id: id });
    const rows = await readRows(parent.accountId, "SELECT kind, subject_id FROM audit WHERE kind IN ('location', 'geofence')");
    expect(rows).toEqual([{ kind: 'geofence', subject_id: place.id }]);
  });

  test('deletes positions when their device or child is removed', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const other = await newDevice(parent, id);
    await turnLocation(other, 'on');
    for (const one of [agent, other]) await reportAt(one, SCHOOL);
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    const known = () => readRows(parent.accountId, 'SELECT id FROM device WHERE location_json IS NOT NULL');
    expect([await rowsOf(parent), await known()]).toMatchObject([[{}], [{ id: other.deviceId }]]);
    await parent.raw('DELETE', `/user?user_id=${id}`);
    expect([await rowsOf(parent), await known()]).toEqual([[], []]);
  });

  test('deletes positions older than the days of the plan, and records the deletion', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON, { plan: 'premium_monthly' });
    await moveTo(parent, agent, now, SCHOOL);
    await stopClock(now + 4 * DAY, parent, agent);
    expect(await rowsOf(parent)).toHaveLength(1);
    await stopClock(now + 6 * DAY, parent, agent);
    expect(await rowsOf(parent)).toEqual([]);
    expect(await parent.call(listUserLocations, { query: { last: '1' } })).toEqual([]);
    const recorded = await readRows(parent.accountId, "SELECT actor_id, subject_id FROM audit WHERE kind = 'location'");
    expect(recorded).toEqual([{ actor_id: 'clock:', subject_id: agent.deviceId }]);
  });

  test('keeps positions for 14 days with premium plus, and for a day after the plan ends', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON, { plan: 'premium_plus_monthly' });
    await reportAt(agent, SCHOOL);
    await stopClock(now + 14 * DAY, parent, agent);
    await reportAt(agent, SCHOOL);
    expect(await rowsOf(parent)).toHaveLength(2);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) =>
      sql.exec("DELETE FROM sku WHERE sku <> 'free'"),
    );
    await stopClock(now + 15 * DAY, parent, agent);
    expect(await timesOf(parent)).toEqual([now + 14 * DAY]);
    await stopClock(now + 17 * DAY, parent, agent);
    expect(await rowsOf(parent)).toEqual([]);
  });
});
