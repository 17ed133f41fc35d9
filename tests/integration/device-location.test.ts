import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distanceBetween } from '#app/domain/position.ts';
import { localDate } from '#app/domain/time.ts';
import { createCommand } from '#app/wire/command.ts';
import { createPairing, createUser, listDevices } from '#app/wire/family.ts';
import { getLocationHistory, getLocationInfo, listUserLocations } from '#app/wire/location.ts';
import type { Device } from '#device/call.ts';
import { getSpot } from '#device/demo-town/spots.ts';
import { memoryStore, step } from '#device/device.ts';
import { enrol } from '#device/enrol.ts';
import { BATCH_MAX, measurePosition } from '#device/location.ts';
import { openAccount, type Parent } from '#device/parent.ts';
import { simulatedSource } from '#device/simulated-source.ts';
import type { Simulation } from '#device/simulation.ts';
import { newDeviceState } from '#device/state.ts';
import { setLocation } from '#device/transitions.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const SCHOOL = getSpot('school');
const AT_SCHOOL: Simulation = { seed: 1, where: { kind: 'at', lat: SCHOOL.lat, lon: SCHOOL.lon, accuracy: 12 }, faults: [] };

let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());

/** Creates a family with location in its plan, and an enrolled device that is at school. */
async function moveIn(): Promise<{ parent: Parent; childId: string; device: Device }> {
  const email = `location-${crypto.randomUUID()}@example.com`;
  const { parent } = await openAccount({ apiUrl: servers.apiUrl, email, password: 'a long password', timeZone: ZONE });
  await (await servers.webEnv()).INTERNAL.grant(email, 'premium_annual');
  const child = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: ZONE } } });
  const { code } = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
  const about = { make: 'm', model: 'x', modelName: 'X', os: 'android', osVersion: '16', appVersion: '9', udid: 'u', managementLevel: 'o' };
  const state = newDeviceState({ apiUrl: servers.apiUrl, nonce: crypto.randomUUID(), about });
  const device: Device = { store: memoryStore(state), fetch, now: Date.now };
  const outcome = await enrol(device, { by: 'code', code, pinnedKey: null });
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome));
  device.store.update((known) => ({ ...known, location: { ...known.location, simulation: AT_SCHOOL } }));
  await step(device);
  return { parent, childId: child.user_id, device };
}

async function turnOn(device: Device): Promise<void> {
  device.store.update((state) => setLocation(state, true, device.now()));
  await step(device);
}

describe('location of a device', () => {
  test('reports nothing before location is turned on, then a position that the API shows', async () => {
    const { parent, device } = await moveIn();
    expect(await parent.call(listUserLocations, { query: { last: '1' } })).toEqual([]);
    await turnOn(device);
    await step(device);
    const [last, ...others] = await parent.call(listUserLocations, { query: { last: '1' } });
    const { lat = 0, lng = 0 } = last?.location_data ?? {};
    expect(distanceBetween({ lat, lon: lng }, SCHOOL)).toBeLessThan(12);
    expect(last?.location_data).toMatchObject({ accuracy: 12, speed: 0 });
    expect(others).toEqual([]);
    device.store.update((state) => setLocation(state, false, device.now()));
    await step(device);
    expect((await parent.call(listDevices, {}))[0]?.device_location_active).toBe(false);
  });

  test('sends what it measured without a network later, in batches that the day’s history shows completely', async () => {
    const { parent, childId, device } = await moveIn();
    const now = device.now();
    device.store.update((state) => setLocation(state, true, now - 20 * 60 * MINUTE));
    device.store.update((state) => {
      let { location } = state;
      const source = simulatedSource(state);
      // A burst that is renewed all the time measures every 15 s.
      for (let at = now - 4 * 60 * MINUTE; at <= now; at += 15_000) {
        location = measurePosition({ ...location, burstUntil: at + MINUTE }, source, at);
      }
      return { ...state, location: { ...location, burstUntil: null } };
    });
    const measured = device.store.read().location.unsent.map(({ at }) => at);
    expect(measured.length).toBeGreaterThan(BATCH_MAX);
    while (device.store.read().location.unsent.length > 0) await step(device);
    await step(device);
    const dates = new Set(measured.map((at) => localDate(at, ZONE)));
    const shown: Array<number> = [];
    for (const date of dates) {
      const { points } = await parent.call(getLocationHistory, { query: { user_id: childId, date } });
      shown.push(...points.map(({ location_ts }) => location_ts));
    }
    // The days share the hours around midnight.
    expect([...new Set(shown)].sort((a, b) => a - b)).toEqual(measured);
  });

  test('answers «Locate now» with a position, and with an error while location is off', async () => {
    const { parent, childId, device } = await moveIn();
    const locate = () => parent.call(createCommand, { body: { command: 'location_burst', user_id: childId } });
    const stateOf = async () => (await parent.call(getLocationInfo, { query: { user_id: childId } })).bursts.map(({ state }) => state);
    await locate();
    await step(device);
    expect(await stateOf()).toEqual(['failed']);
    await turnOn(device);
    await locate();
    let ahead = 0;
    const later = { ...device, now: () => Date.now() + ahead };
    await step(later);
    ahead = 15_000;
    await step(later);
    expect(await stateOf()).toEqual(['confirmed']);
    expect(device.store.read().location.log.at(-1)?.reason).toBe('burst');
  });
});
