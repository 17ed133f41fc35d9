import { describe, expect, test } from 'vitest';
import { updateDevice } from '#app/wire/family';
import { getLocationHistory, getLocationInfo, listUserLocations, putGeofence } from '#app/wire/location';
import { jumpTo, ring } from '#tests/clients/clock';
import { fix, moveTo, newLocatedFamily, newPlace, northOf, reportAt, SCHOOL } from '#tests/clients/located-family';
import { Parent } from '#tests/clients/parent';
import { newChild, readRows, send, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = '2026-11-18T11:00:00Z';

const LAST = { query: { last: '1' } } as const;

async function placeOf(parent: Parent): Promise<string | null | undefined> {
  return (await parent.call(listUserLocations, LAST))[0]?.place;
}

function accessOf(parent: Parent) {
  return readRows(parent.accountId, 'SELECT child_id, at, actor_id, what, date FROM location_access ORDER BY at, what, date');
}

describe('last positions', () => {
  test('LOC-021 to LOC-025: returns the last position with its time, accuracy and place', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const place = await newPlace(parent, [id]);
    expect(await parent.call(listUserLocations, LAST)).toEqual([]);
    await reportAt(agent, SCHOOL, { at: now - MINUTE, speed: 1.5 });
    await reportAt(agent, northOf(SCHOOL, 900), { at: now - HOUR });
    expect(await parent.call(listUserLocations, LAST)).toEqual([
      {
        user_id: id,
        device_id: agent.deviceId,
        location_ts: now - MINUTE,
        location_data: { lat: SCHOOL.lat, lng: SCHOOL.lon, accuracy: 10, speed: 1.5 },
        isInactive: false,
        place: place.id,
        staying: false,
        received_ts: now,
        plausible: null,
      },
    ]);
    const query = { ...LAST.query, user_id: (await newChild(parent, 'Ben')).user_id };
    expect(await parent.call(listUserLocations, { query })).toEqual([]);
  });

  test.each([
    ['LOC-041: 150 m', 150, { accuracy: 10 }, true],
    ['LOC-041: 210 m', 210, { accuracy: 10 }, false],
    ['10 m with an accuracy of 100 m', 10, { accuracy: 100 }, true],
    ['10 m with an accuracy of 101 m', 10, { accuracy: 101 }, false],
    ['10 m with an unknown accuracy', 10, { accuracy: undefined }, false],
  ])('names a place with a radius of 100 m for a position at %s only if the match is certain', async (_, meters, more, isNamed) => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const place = await newPlace(parent, [id], { radius: 100 });
    await reportAt(agent, northOf(SCHOOL, meters), more);
    expect(await placeOf(parent)).toBe(isNamed ? place.id : null);
  });

  test('has the plausible position beside an impossible jump, until a second position confirms it (A205)', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const place = await newPlace(parent, [id]);
    const far = { lat: 48.137, lon: 11.575 };
    await reportAt(agent, SCHOOL, { at: now - MINUTE });
    await reportAt(agent, far, { at: now - MINUTE + 3000, speed: 0 });
    const reported = (lat: number) => ({ location_data: { lat } });
    const plausible = { location_ts: now - MINUTE, location_data: { lat: SCHOOL.lat }, place: place.id };
    expect(await parent.call(listUserLocations, LAST)).toMatchObject([{ ...reported(far.lat), place: null, plausible }]);
    await reportAt(agent, { lat: -33, lon: 18 }, { at: now - 30_000 });
    expect(await parent.call(listUserLocations, LAST)).toMatchObject([{ ...reported(-33), plausible }]);
    await reportAt(agent, northOf({ lat: -33, lon: 18 }, 30), { at: now });
    expect(await parent.call(listUserLocations, LAST)).toMatchObject([{ place: null, plausible: null }]);
  });

  test('LOC-028: a position is inactive after 48 hours', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL);
    for (const [minutes, isInactive] of [
      [-1, false],
      [1, true],
    ] as const) {
      await stopClock(now + 2 * DAY + minutes * MINUTE, parent, agent);
      expect((await parent.call(listUserLocations, LAST))[0]?.isInactive).toBe(isInactive);
    }
  });

  test('lists a shared device for each of its children', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const ben = (await newChild(parent, 'Ben')).user_id;
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id, ben] } });
    await reportAt(agent, SCHOOL);
    expect((await parent.call(listUserLocations, LAST)).map(({ user_id }) => user_id).sort()).toEqual([id, ben].sort());
  });

  test('returns a child’s location facts with the requested extras, and ignores unknown extras', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const place = await newPlace(parent, [id]);
    await newPlace(parent, [id], { name: 'Off', active: false });
    await newPlace(parent, [], { name: 'Nobody’s' });
    await reportAt(agent, SCHOOL);
    const plain = { user_location_active: true, devices: [agent.deviceId], bursts: [] };
    expect(await parent.call(getLocationInfo, { query: { user_id: id } })).toEqual(plain);
    const all = await parent.call(getLocationInfo, { query: { user_id: id, extras: 'last, places,devices,moon' } });
    expect(all).toEqual({ ...plain, last: await parent.call(listUserLocations, LAST), places: [place] });
  });
});

describe('unbroken stay', () => {
  test('continues with each contact of a device that was inside twice, until the device is offline (A158)', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await newPlace(parent, [id]);
    const isStaying = async () => (await parent.call(listUserLocations, LAST))[0]?.staying;
    await reportAt(agent, SCHOOL, { at: now - MINUTE });
    expect(await isStaying(), 'one position may be wrong').toBe(false);
    await reportAt(agent, SCHOOL);
    expect(await isStaying()).toBe(true);
    await stopClock(now + 3 * HOUR, parent, agent);
    expect(await isStaying(), 'silent for 3 hours').toBe(false);
    await agent.report('allowed');
    expect(await isStaying(), 'in contact again').toBe(true);
    await stopClock(now + 3 * HOUR + 5 * MINUTE, parent, agent);
    expect(await isStaying(), 'offline').toBe(false);
  });

  test('ends with a position elsewhere, and does not apply to a place that was moved', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const place = await newPlace(parent, [id]);
    for (const seconds of [2, 1]) await reportAt(agent, SCHOOL, { at: Date.parse(NOON) - seconds * 1000 });
    await parent.call(putGeofence, { body: { ...place, icon: 'school', lat: place.lat + 0.0001 } });
    expect((await parent.call(listUserLocations, LAST))[0]).toMatchObject({ place: place.id, staying: false });
    await reportAt(agent, northOf(SCHOOL, 900));
    expect((await parent.call(listUserLocations, LAST))[0]).toMatchObject({ place: null, staying: false });
  });
});

describe('location history', () => {
  test('LOC-026, LOC-027: returns a day in the child’s zone with 12 hours around it, and a thinned path of the day', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON, { zone: 'America/New_York' });
    // The day in New York is from 05:00 to 05:00 in UTC.
    const midnight = Date.parse('2026-11-17T05:00:00Z');
    const hours = [-13, -12, -1, 0, 1, 23, 24, 35, 36].map((hour) =>
      fix(agent, northOf(SCHOOL, hour * 100), { at: midnight + hour * HOUR }),
    );
    const walk = Array.from({ length: 60 }, (_, index) =>
      fix(agent, northOf(SCHOOL, index * 40), { at: midnight + 2 * HOUR + index * 30_000 }),
    );
    await stopClock(now + DAY, parent, agent);
    await agent.report('allowed', { locations: [...hours, ...walk] });
    const day = await parent.call(getLocationHistory, { query: { user_id: id, date: '2026-11-17' } });
    const at = (hour: number) => midnight + hour * HOUR;
    expect(day.points.map(({ location_ts }) => location_ts).filter((time) => hours.some((one) => one.at === time))).toEqual(
      [-12, -1, 0, 1, 23, 24, 35].map(at),
    );
    expect(day.points).toHaveLength(7 + 60);
    expect(day.path.map((line) => line.map(({ location_ts }) => location_ts))).toEqual([
      [at(0)],
      [at(1)],
      [walk[0]?.at, walk[59]?.at],
      [at(23)],
    ]);
    expect(day.points[0]).toMatchObject({ device_id: agent.deviceId, lng: SCHOOL.lon, accuracy: 10, speed: 0 });
  });

  test('omits imprecise positions and jumps from the path, but not from the points', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const locations = [0, 1, 2, 3].map((minute) =>
      fix(agent, northOf(SCHOOL, minute === 1 ? 20_000 : minute * 50), {
        at: now - HOUR + minute * MINUTE,
        accuracy: minute === 2 ? 500 : 10,
      }),
    );
    await agent.report('allowed', { locations });
    const day = await parent.call(getLocationHistory, { query: { user_id: id, date: '2026-11-18' } });
    expect(day.points).toHaveLength(4);
    expect(day.path.map((line) => line.map(({ location_ts }) => location_ts))).toEqual([
      [0, 3].map((minute) => now - HOUR + minute * MINUTE),
    ]);
  });

  test.each([
    ['premium_monthly', '2026-11-19', 410],
    ['premium_monthly', '2026-11-18', 200],
    ['premium_monthly', '2026-11-15', 200],
    ['premium_monthly', '2026-11-14', 410],
    ['premium_plus_monthly', '2026-11-04', 200],
    ['premium_plus_monthly', '2026-11-03', 410],
    ['premium_monthly', '2026-02-30', 400],
    ['premium_monthly', 'yesterday', 400],
  ])('LOC-037: on plan %s, answers a request for %s with status %i', async (plan, date, status) => {
    const { parent, id } = await newLocatedFamily(NOON, { plan });
    const answer = await parent.raw('GET', `/location_history?date=${date}&user_id=${id}`);
    expect(answer.status).toBe(status);
    if (status === 410) expect(answer.body).toMatchObject({ errors: { fields: { date: 'outside' }, limit: expect.any(Number) } });
  });

  test('lists a position only for children who may have had the device when it was reported', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const ben = (await newChild(parent, 'Ben')).user_id;
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id, ben] } });
    const tell = async (minute: number, active_user_id?: string) => {
      await stopClock(now + minute * MINUTE, parent, agent);
      await agent.report('allowed', { locations: [fix(agent, SCHOOL)], ...(active_user_id === undefined ? {} : { active_user_id }) });
    };
    await tell(1, id);
    await tell(2, ben);
    await tell(3);
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [ben] } });
    const minutesOf = async (user_id: string) =>
      (await parent.call(getLocationHistory, { query: { user_id, date: '2026-11-18' } })).points.map(
        ({ location_ts }) => (location_ts - now) / MINUTE,
      );
    expect(await minutesOf(id)).toEqual([1, 3]);
    expect(await minutesOf(ben)).toEqual([2, 3]);
    await parent.raw('DELETE', `/user?user_id=${id}`);
    expect(await minutesOf(ben)).toEqual([2, 3]);
  });
});

describe('access log', () => {
  test('records who read which child’s positions and days, at most once in ten minutes', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await newChild(parent, 'Ben');
    await parent.call(listUserLocations, LAST);
    expect(await accessOf(parent), 'nothing was handed out').toEqual([]);
    await reportAt(agent, SCHOOL);
    const actor_id = `session:${parent.credentials.sessionId}`;
    const ask = async (minute: number) => {
      await jumpTo(now + minute * MINUTE, parent, agent);
      await parent.call(listUserLocations, LAST);
      await parent.call(getLocationInfo, { query: { user_id: id, extras: 'places' } });
      const paths = ['/user_location?last=1', `/location_history?date=2026-11-17&user_id=${id}`];
      await parent.raw('GET', `/reads?${new URLSearchParams(paths.map((path) => ['path', path]))}`);
    };
    await ask(0);
    await ask(9);
    const first = [
      { child_id: id, at: now, actor_id, what: 'history', date: '2026-11-17' },
      { child_id: id, at: now, actor_id, what: 'last', date: '' },
    ];
    expect(await accessOf(parent)).toEqual(first);
    await ask(10);
    expect(await accessOf(parent)).toEqual([...first, ...first.map((row) => ({ ...row, at: now + 10 * MINUTE }))]);
    const other = await Parent.signIn(send, parent.email);
    other.clock = parent.clock;
    await other.call(getLocationInfo, { query: { user_id: id, extras: 'last' } });
    const ofOther = (await accessOf(parent)).filter(({ actor_id: by }) => by === `session:${other.credentials.sessionId}`);
    expect(ofOther).toMatchObject([{ child_id: id, what: 'last' }]);
  });

  test('keeps the log for 90 days', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL);
    await parent.call(listUserLocations, LAST);
    await stopClock(now + 89 * DAY, parent, agent);
    expect(await accessOf(parent)).toHaveLength(1);
    await stopClock(now + 92 * DAY, parent, agent);
    await ring(parent);
    expect(await accessOf(parent)).toEqual([]);
  });

  test('records nothing for a refused read', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    await moveTo(parent, agent, Date.parse(NOON), SCHOOL);
    await parent.raw('GET', `/location_history?date=2026-12-24&user_id=${id}`);
    expect(await accessOf(parent)).toEqual([]);
  });
});
