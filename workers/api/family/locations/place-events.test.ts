import { describe, expect, test } from 'vitest';
import { updateDevice } from '#app/wire/family';
import { putGeofence } from '#app/wire/location';
import { listNotifications, type NotificationWire } from '#app/wire/notification';
import { dueAt, jumpTo, ring } from '#tests/clients/clock';
import { fix, moveTo, newLocatedFamily, newPlace, northOf, reportAt, SCHOOL, turnLocation } from '#tests/clients/located-family';
import type { Parent } from '#tests/clients/parent';
import { newChild, newDevice, readRows, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
// Noon in Berlin.
const NOON = '2026-11-18T11:00:00Z';
const AWAY = northOf(SCHOOL, 5000);
const WALKING = { speed: 1.4 };

async function notificationsOf(parent: Parent, locale = 'en-GB'): Promise<Array<NotificationWire>> {
  const notifications = await parent.call(listNotifications, { query: { locale, state: 'active' } });
  return notifications.filter(({ type }) => type.startsWith('geofence'));
}

async function titlesOf(parent: Parent): Promise<Array<string>> {
  return (await notificationsOf(parent)).map(({ content }) => content.list_title);
}

/** Creates a family whose device has reported two positions away from the place. */
async function awayFamily(more: Parameters<typeof newPlace>[2] = {}) {
  const family = await newLocatedFamily(NOON);
  const { parent, agent, now, id } = family;
  const place = await newPlace(parent, [id], more);
  for (const minute of [0, 1]) await moveTo(parent, agent, now + minute * MINUTE, AWAY);
  return { ...family, place, start: now + 2 * MINUTE };
}

describe('events of places', () => {
  test('LOC-048, LOC-049, NOTI-023, NOTI-024: notifies the parent once when the child arrives and once when the child leaves', async () => {
    const { parent, agent, start, id, place } = await awayFamily();
    for (const minute of [0, 1, 2]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    expect(await notificationsOf(parent)).toMatchObject([
      {
        type: 'geofence_entry',
        user_id: id,
        user_ids: [id],
        device_id: agent.deviceId,
        content: {
          list_title: 'Mia arrived at School',
          list_subtitle: '12:02 · Acme One',
          detail_body: 'Acme One arrived at School at 12:02.',
          fallback_type: 'info',
          actions: [{ href: `/locator/${id}` }],
        },
      },
    ]);
    for (const minute of [10, 11, 12]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    expect(await titlesOf(parent)).toEqual(['Mia left School', 'Mia arrived at School']);
    const rows = await readRows(parent.accountId, "SELECT subject_id FROM notice WHERE type LIKE 'geofence%'");
    expect(rows).toEqual(Array(2).fill({ subject_id: `${place.id}:${id}` }));
  });

  test.each([
    ['en-GB', 'arrived at School', 'The position is accurate to about 270 ft.', 'It reported this later, at 12:08.'],
    ['en-US', 'arrived at School', 'about 270 ft', 'at 12:08'],
    ['de', 'ist angekommen: School', 'auf etwa 80 m genau', 'erst um 12:08'],
    ['fr', 'arrivée à «\u202fSchool\u202f»', 'environ 80 m', 'à 12:08'],
    ['es', 'ha llegado a «School»', 'unos 80 m', 'a las 12:08'],
    ['nl', 'aangekomen bij ‘School’', 'ongeveer 80 m', 'om 12:08'],
    ['pt-br', 'chegou a “School”', 'cerca de 80 m', 'às 12:08'],
    ['zh-cn', '已到达“School”', '80米', '12:08'],
    ['zh-tw', '已抵達「School」', '80 公尺', '12:08'],
  ])('mentions in %s a poor accuracy and a delay of more than five minutes', async (locale, title, accuracy, delay) => {
    const { parent, agent, start } = await awayFamily();
    await stopClock(start + 6 * MINUTE, parent, agent);
    await reportAt(agent, SCHOOL, { at: start, accuracy: 80 });
    const [notification] = await notificationsOf(parent, locale);
    expect(notification?.content.list_title.replaceAll('\u00a0', ' ')).toContain(title);
    for (const text of [accuracy, delay]) expect(notification?.content.detail_body.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text);
  });

  test('mentions neither a good accuracy nor a delay of five minutes', async () => {
    const { parent, agent, start } = await awayFamily();
    await stopClock(start + 5 * MINUTE, parent, agent);
    await reportAt(agent, SCHOOL, { at: start, accuracy: 50 });
    expect((await notificationsOf(parent))[0]?.content.detail_body).toBe('Acme One arrived at School at 12:02.');
  });

  test('sends no notification about an event reported more than 20 minutes late', async () => {
    const { parent, agent, start } = await awayFamily();
    await stopClock(start + 21 * MINUTE, parent, agent);
    await agent.report('allowed', { locations: [0, 1, 2].map((minute) => fix(agent, SCHOOL, { at: start + minute * MINUTE })) });
    expect(await notificationsOf(parent)).toEqual([]);
    for (const minute of [22, 23]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    expect(await titlesOf(parent), 'it knows that the child was there').toEqual(['Mia left School']);
  });

  test('completes a departure by the family’s alarm two minutes later if no other position follows', async () => {
    const { parent, agent, start } = await awayFamily();
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    const left = start + 10 * MINUTE;
    await moveTo(parent, agent, left, northOf(SCHOOL, 400), WALKING);
    expect(await dueAt(parent, 'place', agent.deviceId)).toBe(new Date(left + 2 * MINUTE).toISOString());
    await stopClock(left + 2 * MINUTE - 1, parent, agent);
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
    await stopClock(left + 2 * MINUTE, parent, agent);
    expect(await titlesOf(parent)).toEqual(['Mia left School', 'Mia arrived at School']);
    expect(await dueAt(parent, 'place', agent.deviceId)).toBeNull();
    await ring(parent);
    expect(await titlesOf(parent)).toHaveLength(2);
  });

  test('cancels the alarm when the next position is at the place again', async () => {
    const { parent, agent, start } = await awayFamily();
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    await moveTo(parent, agent, start + 10 * MINUTE, northOf(SCHOOL, 400), WALKING);
    await moveTo(parent, agent, start + 11 * MINUTE, SCHOOL);
    expect(await dueAt(parent, 'place', agent.deviceId)).toBeNull();
    await stopClock(start + 15 * MINUTE, parent, agent);
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
  });

  test('sends no notification if the alarm of a departure runs more than 20 minutes late', async () => {
    const { parent, agent, start } = await awayFamily();
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    await moveTo(parent, agent, start + 10 * MINUTE, northOf(SCHOOL, 400), WALKING);
    await jumpTo(start + 31 * MINUTE, parent, agent);
    await ring(parent);
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
  });

  test('notifies only about the types of crossings that the place reports, and only about its children', async () => {
    const { parent, agent, start, id } = await awayFamily({ triggers: ['exit'] });
    const sibling = await newChild(parent, 'Ben');
    await newPlace(parent, [sibling.user_id], { name: 'Not for Mia' });
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    expect(await titlesOf(parent)).toEqual([]);
    for (const minute of [10, 11]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    expect(await notificationsOf(parent)).toMatchObject([{ type: 'geofence_exit', user_id: id }]);
  });

  test('sends no notification for the first position after a place was created, moved or turned on again', async () => {
    const { parent, agent, start, place } = await awayFamily();
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    const { type: _, ts, ...read } = place;
    expect(await titlesOf(parent)).toHaveLength(1);
    await parent.call(putGeofence, { body: { ...read, active: false } });
    for (const minute of [3, 4]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    await parent.call(putGeofence, { body: { ...read, active: true } });
    for (const minute of [6, 7]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    await parent.call(putGeofence, { body: { ...read, ...AWAY } });
    for (const minute of [8, 9]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL, WALKING);
    await parent.call(putGeofence, { body: { ...read, name: 'Library', ...AWAY } });
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
    expect(ts).toBeGreaterThan(0);
  });

  test('keeps the state of a renamed place, and uses its name at the time of each crossing', async () => {
    const { parent, agent, start, place } = await awayFamily();
    const { type: _, ts: __, ...read } = place;
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, SCHOOL);
    await parent.call(putGeofence, { body: { ...read, name: 'Library' } });
    for (const minute of [10, 11]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    expect(await titlesOf(parent)).toEqual(['Mia left Library', 'Mia arrived at School']);
  });

  test('sends one notification if two devices of the child arrive two minutes apart', async () => {
    const { parent, agent, start, id } = await awayFamily();
    const second = await newDevice(parent, id);
    second.clock = agent.clock;
    await turnLocation(second, 'on');
    await reportAt(second, AWAY);
    await stopClock(start, parent, agent, second);
    await reportAt(second, AWAY);
    await stopClock(start + MINUTE, parent, agent, second);
    await reportAt(agent, SCHOOL);
    await stopClock(start + 3 * MINUTE, parent, agent, second);
    await reportAt(second, SCHOOL);
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
  });

  test('notifies about the child who uses a shared device, and about each child if the user is unknown', async () => {
    const { parent, agent, start, id, place } = await awayFamily();
    const ben = (await newChild(parent, 'Ben')).user_id;
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id, ben] } });
    const { type: _, ts: __, ...read } = place;
    await parent.call(putGeofence, { body: { ...read, users: [id, ben] } });
    await stopClock(start, parent, agent);
    await agent.report('allowed', { active_user_id: ben, locations: [fix(agent, SCHOOL)] });
    expect(await titlesOf(parent)).toEqual(['Ben arrived at School']);
    for (const minute of [10, 11]) await moveTo(parent, agent, start + minute * MINUTE, AWAY, WALKING);
    expect((await titlesOf(parent)).sort()).toEqual(['Ben arrived at School', 'Ben left School', 'Mia left School']);
    await parent.call(updateDevice, { body: { device_id: agent.deviceId, users: [id] } });
    expect((await titlesOf(parent)).sort(), 'the device has another user').toEqual([
      'Ben arrived at School',
      'Ben left School',
      'Mia left School',
    ]);
  });

  test('sends one notification for 100 positions that jitter around the edge of the place', async () => {
    const { parent, agent, start } = await awayFamily();
    const locations = Array.from({ length: 100 }, (_, index) =>
      fix(agent, northOf(SCHOOL, index % 2 === 0 ? 190 : 215), { at: start + index * 5_000, accuracy: 20 }),
    );
    await stopClock(start + 9 * MINUTE, parent, agent);
    await agent.report('allowed', { locations });
    expect(await titlesOf(parent)).toEqual(['Mia arrived at School']);
  });

  test('notifies about each of two overlapping places', async () => {
    const { parent, agent, start, id } = await awayFamily();
    await newPlace(parent, [id], { ...northOf(SCHOOL, 50), name: 'Gym' });
    for (const minute of [0, 1]) await moveTo(parent, agent, start + minute * MINUTE, AWAY);
    await moveTo(parent, agent, start + 2 * MINUTE, SCHOOL);
    expect((await titlesOf(parent)).sort()).toEqual(['Mia arrived at Gym', 'Mia arrived at School']);
  });
});
