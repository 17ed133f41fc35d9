import { describe, expect, test } from 'vitest';
import { createCommand } from '#app/wire/command';
import { getLocationInfo } from '#app/wire/location';
import type { Agent } from '#tests/clients/agent';
import { fix, newLocatedFamily, reportAt, SCHOOL } from '#tests/clients/located-family';
import type { Parent } from '#tests/clients/parent';
import { openDevice } from '#tests/clients/socket';
import { newDevice, stopClock } from '#tests/clients/worker';

const MINUTE = 60_000;
const NOON = '2026-11-18T11:00:00Z';

function locate(parent: Parent, userId: string) {
  return parent.call(createCommand, { body: { command: 'location_burst', user_id: userId } });
}

function stop(parent: Parent, { deviceId }: Agent) {
  return parent.call(createCommand, { body: { command: 'location_stop', device_id: deviceId } });
}

async function burstsOf(parent: Parent, userId: string) {
  return (await parent.call(getLocationInfo, { query: { user_id: userId } })).bursts;
}

async function openBursts(agent: Agent) {
  return (await agent.commands()).filter(({ kind }) => kind === 'location_burst');
}

describe('location_burst', () => {
  test('LOC-052: is saved, fetched, and confirmed by the first newer position', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const { command_ids } = await locate(parent, id);
    expect(await openBursts(agent)).toMatchObject([{ id: command_ids[0], expires_ts: now + 10 * MINUTE }]);
    await agent.ack([{ id: command_ids[0] ?? '' }], 'allowed');
    await reportAt(agent, SCHOOL, { at: now - 1 });
    expect(await burstsOf(parent, id), 'neither an ack nor an older position').toMatchObject([
      { state: 'sent', sent_ts: now, confirmed_ts: null },
    ]);
    await stopClock(now + 15_000, parent, agent);
    await reportAt(agent, SCHOOL);
    expect(await burstsOf(parent, id)).toMatchObject([{ id: command_ids[0], state: 'confirmed', confirmed_ts: now + 15_000 }]);
    expect(await openBursts(agent)).toEqual([]);
    await stopClock(now + 30 * MINUTE + 1, parent, agent);
    expect(await burstsOf(parent, id)).toEqual([]);
  });

  test('is confirmed by a burst position measured one minute before the request, but not by one measured six minutes before', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await locate(parent, id);
    await agent.report('allowed', { locations: [fix(agent, SCHOOL, { at: now - 6 * MINUTE, reason: 'burst' })] });
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'saved' }]);
    await agent.report('allowed', { locations: [fix(agent, SCHOOL, { at: now - MINUTE, reason: 'burst' })] });
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'confirmed' }]);
  });

  test('is merged with a pending burst, pushed by socket, and expires after ten minutes', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    const { opened } = await openDevice(agent);
    const first = await locate(parent, id);
    expect(await locate(parent, id)).toEqual(first);
    const pushed = await opened?.waitFor('command');
    expect(pushed).toMatchObject({ command: { id: first.command_ids[0], kind: 'location_burst', user_id: null } });
    await stopClock(now + 10 * MINUTE, parent, agent);
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'expired' }]);
    expect((await locate(parent, id)).command_ids).not.toEqual(first.command_ids);
  });

  test('a stop cancels a burst that the device has not got, without telling it (A183)', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    expect((await stop(parent, agent)).command_ids).toEqual([]);
    await locate(parent, id);
    expect((await stop(parent, agent)).command_ids).toEqual([]);
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'cancelled', stop: null }]);
    expect(await openBursts(agent)).toEqual([]);
  });

  test('a stop is sent to a device that may have begun, and confirmed by it; a later burst has no stop (A183)', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await locate(parent, id);
    await openBursts(agent);
    await stopClock(now + 15_000, parent, agent);
    await reportAt(agent, SCHOOL, { reason: 'burst' });
    const [stopId = ''] = (await stop(parent, agent)).command_ids;
    expect((await stop(parent, agent)).command_ids).toEqual([stopId]);
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'confirmed', stop: { id: stopId, state: 'saved' } }]);
    expect((await agent.commands()).map(({ kind }) => kind)).toEqual(['location_stop']);
    await agent.ack([{ id: stopId }], 'allowed');
    expect(await burstsOf(parent, id)).toMatchObject([{ stop: { state: 'confirmed', confirmed_ts: now + 15_000 } }]);
    await locate(parent, id);
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'saved', stop: null }]);
  });

  test('a stop that the device has not got does not count for a newer burst (A183)', async () => {
    const { parent, agent, id, now } = await newLocatedFamily(NOON);
    await locate(parent, id);
    await openBursts(agent);
    const [first] = (await stop(parent, agent)).command_ids;
    await locate(parent, id);
    await openBursts(agent);
    const [second] = (await stop(parent, agent)).command_ids;
    expect(second).not.toBe(first);
    expect(await burstsOf(parent, id)).toMatchObject([{ state: 'cancelled', stop: { id: second } }]);
    await locate(parent, id);
    await openBursts(agent);
    await reportAt(agent, SCHOOL, { reason: 'burst' });
    await stopClock(now + 13 * MINUTE, parent, agent);
    expect((await stop(parent, agent)).command_ids, 'after its 12 minutes').toEqual([]);
  });

  test('marks a burst as failed when its device reports an error, and refuses a burst when no device is managed', async () => {
    const { parent, agent, id } = await newLocatedFamily(NOON);
    const second = await newDevice(parent, id);
    const { command_ids } = await locate(parent, id);
    expect(command_ids).toHaveLength(2);
    const [burst] = await openBursts(agent);
    await agent.ack([{ id: burst?.id ?? '' }], 'allowed', 'error');
    expect((await burstsOf(parent, id)).map(({ state }) => state).sort()).toEqual(['failed', 'saved']);
    for (const one of [agent, second]) await one.report('allowed', { events: [{ type: 'management_removed', at: 1 }] });
    expect(await parent.raw('POST', '/command', { command: 'location_burst', user_id: id })).toMatchObject({
      status: 400,
      body: { errors: { message: 'No managed device' } },
    });
  });
});
