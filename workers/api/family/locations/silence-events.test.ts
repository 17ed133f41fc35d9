import { describe, expect, test } from 'vitest';
import { addDays } from '#app/domain/time';
import { getLocationHistory } from '#app/wire/location';
import type { Agent } from '#tests/clients/agent';
import { jumpTo, ring } from '#tests/clients/clock';
import { newLocatedFamily, reportAt, SCHOOL, turnLocation } from '#tests/clients/located-family';
import type { Parent } from '#tests/clients/parent';
import { readRows, stopClock } from '#tests/clients/worker';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const TODAY = '2026-11-18';
const NOON = `${TODAY}T11:00:00Z`;

async function eventsOf(parent: Parent, userId: string, date = TODAY) {
  const { events } = await parent.call(getLocationHistory, { query: { date, user_id: userId } });
  return events.map(({ at, type }) => [type, new Date(at).toISOString().slice(5, 16)]);
}

const rowsOf = (parent: Parent) => readRows<{ type: string }>(parent.accountId, 'SELECT type FROM silence_event ORDER BY at, type');

function tell(agent: Agent, ...events: Array<{ type: 'location_off' | 'location_on' | 'powered_off' | 'powered_on'; at: number }>) {
  return agent.report('allowed', { events });
}

describe('silence events', () => {
  test('are part of the day, with the last one of each kind before it, each once (A182)', async () => {
    const { parent, agent, id, now } = await newLocatedFamily('2026-11-15T11:00:00Z');
    await turnLocation(agent, 'on');
    await jumpTo(now + HOUR, parent, agent);
    await tell(agent, { type: 'location_off', at: now + HOUR }, { type: 'powered_off', at: now - 5 * HOUR });
    await jumpTo(now + 3 * DAY, parent, agent);
    await tell(agent, { type: 'powered_on', at: now + 3 * DAY - HOUR });
    await turnLocation(agent, 'on');
    await turnLocation(agent, 'on');
    expect(await eventsOf(parent, id)).toEqual([
      ['powered_off', '11-15T06:00'],
      ['location_off', '11-15T12:00'],
      ['powered_on', '11-18T10:00'],
      ['location_on', '11-18T11:00'],
    ]);
    expect(await eventsOf(parent, id, addDays(TODAY, -2))).toEqual([
      ['powered_off', '11-15T06:00'],
      ['location_on', '11-15T11:00'],
      ['location_off', '11-15T12:00'],
    ]);
    expect(await rowsOf(parent)).toHaveLength(5);
  });

  test('with a time in the future get the time of their arrival', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await stopClock(now + HOUR, parent, agent);
    await tell(agent, { type: 'location_off', at: now + 5 * HOUR });
    expect(await eventsOf(parent, id)).toEqual([
      ['location_on', '11-18T11:00'],
      ['location_off', '11-18T12:00'],
    ]);
  });

  test('are deleted with the positions of their time, but an «off» that still applies is kept', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await reportAt(agent, SCHOOL);
    await tell(agent, { type: 'location_off', at: now + 1000 }, { type: 'powered_off', at: now });
    await tell(agent, { type: 'powered_on', at: now + 1000 });
    await stopClock(now + 6 * DAY, parent, agent);
    await ring(parent);
    expect(await rowsOf(parent)).toEqual([{ type: 'location_off' }]);
  });

  test('are deleted with their device, and are not stored without location in the plan', async () => {
    const { parent, agent, now } = await newLocatedFamily(NOON);
    await parent.raw('DELETE', '/device', { device_id: agent.deviceId });
    expect(await rowsOf(parent)).toEqual([]);
    const free = await newLocatedFamily(NOON, { plan: 'free' });
    await tell(free.agent, { type: 'location_off', at: now });
    expect(await rowsOf(free.parent)).toEqual([]);
  });
});
