import { describe, expect, test } from 'vitest';
import { listUsers, updateUser } from '#app/wire/family';
import { putGeofence } from '#app/wire/location';
import { listNotifications } from '#app/wire/notification';
import { dueAt, jumpTo, ring } from '#tests/clients/clock';
import { moveTo, newLocatedFamily, newPlace, northOf, reportAt, SCHOOL, turnLocation } from '#tests/clients/located-family';
import type { Parent } from '#tests/clients/parent';
import { newDevice, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
// A Wednesday, 07:00 in Berlin.
const MORNING = '2026-11-18T06:00:00Z';
const EIGHT_THIRTY = Date.parse('2026-11-18T07:30:00Z');
const AWAY = northOf(SCHOOL, 5000);
const WORKDAYS = [1, 2, 3, 4, 5];

async function schoolFamily(zone = 'Europe/Berlin', at = MORNING) {
  const family = await newLocatedFamily(at, { zone });
  const place = await newPlace(family.parent, [family.id], { not_by: [{ user_id: family.id, weekdays: WORKDAYS, time: '08:30' }] });
  return { ...family, place };
}

async function alertsOf(parent: Parent, locale = 'en-GB') {
  const notifications = await parent.call(listNotifications, { query: { locale, state: 'active' } });
  return notifications.filter(({ type }) => type === 'not_at_place').map(({ content }) => content);
}

describe('«Not there by»', () => {
  test('alerts the parent once, at the set time, if the child is certainly elsewhere', async () => {
    const { parent, agent, id, place } = await schoolFamily();
    expect(await dueAt(parent, 'not-by', place.id)).toBe('2026-11-18T07:30:00.000Z');
    await moveTo(parent, agent, EIGHT_THIRTY - 10 * MINUTE, AWAY);
    await stopClock(EIGHT_THIRTY - 1, parent, agent);
    expect(await alertsOf(parent)).toEqual([]);
    await stopClock(EIGHT_THIRTY, parent, agent);
    expect(await alertsOf(parent)).toMatchObject([
      {
        list_title: 'Mia isn’t at School',
        detail_body: 'Mia wasn’t at School at 08:30. Acme One was somewhere else. Its last position: Wednesday 18 November at 08:20.',
        fallback_type: 'alert',
        actions: [{ href: `/locator/${id}` }],
      },
    ]);
    expect(await dueAt(parent, 'not-by', place.id)).toBe('2026-11-19T07:30:00.000Z');
    await ring(parent);
    expect(await alertsOf(parent)).toHaveLength(1);
  });

  test.each([
    ['at the place', SCHOOL, 1, {}],
    ['at the place 19 minutes ago', SCHOOL, 19, {}],
    ['elsewhere 20 minutes ago', AWAY, 20, {}],
    ['elsewhere without accuracy', AWAY, 1, { accuracy: undefined }],
    ['elsewhere within 1 km', AWAY, 1, { accuracy: 900 }],
    ['probably, but not certainly, outside the place', northOf(SCHOOL, 260), 1, { accuracy: 90 }],
  ])('sends no alert for a position %s', async (_, point, minutes, more) => {
    const { parent, agent } = await schoolFamily();
    await moveTo(parent, agent, EIGHT_THIRTY - minutes * MINUTE, point, more);
    await stopClock(EIGHT_THIRTY, parent, agent);
    expect(await alertsOf(parent)).toEqual([]);
  });

  test('sends no alert if nothing is known, location is off, or the alarm runs more than 20 minutes late', async () => {
    const unknown = await schoolFamily();
    await stopClock(EIGHT_THIRTY, unknown.parent, unknown.agent);
    expect(await alertsOf(unknown.parent)).toEqual([]);
    const off = await schoolFamily();
    await moveTo(off.parent, off.agent, EIGHT_THIRTY - MINUTE, AWAY);
    await turnLocation(off.agent, 'off');
    await stopClock(EIGHT_THIRTY, off.parent, off.agent);
    expect(await alertsOf(off.parent)).toEqual([]);
    const late = await schoolFamily();
    await jumpTo(EIGHT_THIRTY + 21 * MINUTE, late.parent, late.agent);
    await reportAt(late.agent, AWAY);
    await ring(late.parent);
    expect(await alertsOf(late.parent)).toEqual([]);
    expect(await dueAt(late.parent, 'not-by', late.place.id)).toBe('2026-11-19T07:30:00.000Z');
  });

  test('trusts an older position while the device stays at another place and is in contact', async () => {
    const { parent, agent, id } = await schoolFamily();
    await newPlace(parent, [id], { ...AWAY, name: 'Home' });
    for (const minutes of [70, 60]) await moveTo(parent, agent, EIGHT_THIRTY - minutes * MINUTE, AWAY);
    await stopClock(EIGHT_THIRTY - 5 * MINUTE, parent, agent);
    await agent.report('allowed');
    await stopClock(EIGHT_THIRTY, parent, agent);
    expect((await alertsOf(parent)).map(({ list_title }) => list_title)).toEqual(['Mia isn’t at School']);
  });

  test('sends no alert if another device of the child may be at the place', async () => {
    const { parent, agent, id } = await schoolFamily();
    const phone = await newDevice(parent, id);
    await turnLocation(phone, 'on');
    await stopClock(EIGHT_THIRTY - 30 * MINUTE, parent, agent, phone);
    await reportAt(phone, northOf(SCHOOL, 2000));
    await moveTo(parent, agent, EIGHT_THIRTY - MINUTE, AWAY);
    await stopClock(EIGHT_THIRTY, parent, agent);
    expect(await alertsOf(parent), 'the phone has been silent on its way').toEqual([]);
  });

  test.each([
    ['the hour that the clock skips', 'Australia/Sydney', '2026-10-03T06:00:00Z', '02:30', '2026-10-03T16:00:00.000Z'],
    ['the first of two hours when the clock goes back', 'Europe/Berlin', '2026-10-24T12:00:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
    ['a zone west of the parent', 'America/New_York', '2026-11-18T06:00:00Z', '08:30', '2026-11-18T13:30:00.000Z'],
    ['a zone east of the parent', 'Pacific/Auckland', '2026-11-18T06:00:00Z', '08:30', '2026-11-18T19:30:00.000Z'],
  ])('sets the alarm by the child’s clock in %s', async (_, zone, at, time, due) => {
    const { parent, id } = await newLocatedFamily(at, { zone });
    const place = await newPlace(parent, [id], { not_by: [{ user_id: id, weekdays: [0, 1, 2, 3, 4, 5, 6], time }] });
    expect(await dueAt(parent, 'not-by', place.id)).toBe(due);
  });

  test('moves the alarm to the child’s new zone, skips the weekend, and cancels the alarm with the place', async () => {
    const { parent, id, child, place } = await schoolFamily('Europe/Berlin', '2026-11-20T12:00:00Z');
    expect(await dueAt(parent, 'not-by', place.id)).toBe('2026-11-23T07:30:00.000Z');
    const { updated_ts } = Object(await parent.call(listUsers, { query: { user_id: id } }));
    await parent.call(updateUser, { body: { user_id: id, updated_ts: updated_ts ?? child.updated_ts, time_zone: 'America/New_York' } });
    expect(await dueAt(parent, 'not-by', place.id)).toBe('2026-11-20T13:30:00.000Z');
    const { type: _, ts: __, ...read } = place;
    await parent.call(putGeofence, { body: { ...read, active: false } });
    expect(await dueAt(parent, 'not-by', place.id)).toBeNull();
    await parent.call(putGeofence, { body: { ...read, active: true } });
    await parent.raw('DELETE', '/geofences', { ids: [place.id] });
    expect(await dueAt(parent, 'not-by', place.id)).toBeNull();
  });
});
