import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { instantOf } from '#app/domain/time.ts';
import type { DeviceCommandWire, ReportBody } from '#app/wire/device.ts';
import type { Device } from './call.ts';
import { decide } from './decide.ts';
import { type DeviceEvent, step } from './device.ts';
import { MemoryFamily } from './family.fixture.ts';
import { BATCH_MAX, type LocationPoint, NO_LOCATION } from './location.ts';
import { describeStatus } from './messages.ts';
import { queueReport } from './reports.ts';
import type { DeviceState } from './state.ts';
import { fileStore, writeStateFile } from './state-file.ts';
import { setLocation, setManagement, setPower } from './transitions.ts';

const NOON = instantOf('2026-05-01', 12 * 60, 'Europe/Berlin');
const SECOND = 1_000;
const MINUTE = 60_000;
const HOME = { lat: 53.09, lon: 12.63, accuracy: 12, speed: 0 };
const BURST: DeviceCommandWire = { seq: 1, id: 'b1', kind: 'location_burst', user_id: null, args: {}, expires_ts: NOON + 10 * MINUTE };

let clock = NOON;
const folders: Array<string> = [];
afterEach(() => {
  clock = NOON;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns a family and its device, which is at home. Location is on if `isOn`. */
function moveIn(isOn = true, change: Partial<DeviceState> = {}): { family: MemoryFamily; device: Device } {
  const family = new MemoryFamily(() => clock);
  const device: Device = { ...family.device(change), positions: { positionAt: () => HOME } };
  if (isOn) device.store.update((state) => setLocation(state, true, clock));
  return { family, device };
}

/** Runs a round every `everyMs` and returns all events. */
async function live(device: Device, ms: number, everyMs = 2 * SECOND): Promise<Array<DeviceEvent>> {
  const happenings: Array<DeviceEvent> = [];
  for (const end = clock + ms; clock < end; clock += everyMs) happenings.push(...(await step(device)));
  return happenings;
}

function reportsOf(family: MemoryFamily): Array<ReportBody> {
  return family.reports.map((report) => Object(report));
}

function positionsOf(family: MemoryFamily): Array<NonNullable<ReportBody['locations']>[number]> {
  return reportsOf(family).flatMap(({ locations = [] }) => locations);
}

function points(count: number, from = NOON): Array<LocationPoint> {
  return Array.from({ length: count }, (_, index) => ({ at: from + index * 15 * SECOND, ...HOME, reason: 'burst' }));
}

describe('location of a device', () => {
  test('a stop ends a burst, and its screen says so (A183)', async () => {
    const { family, device } = moveIn();
    family.commands.push(BURST);
    await live(device, MINUTE);
    expect(device.store.read().location.burstUntil).not.toBeNull();
    family.commands.push({ ...BURST, seq: 2, id: 's1', kind: 'location_stop' });
    const happenings = await live(device, 4 * SECOND);
    expect(device.store.read().location.burstUntil).toBeNull();
    expect(happenings).toContainEqual({ kind: 'burst_ended' });
    const measured = positionsOf(family).length;
    await live(device, 5 * MINUTE, MINUTE);
    expect(positionsOf(family)).toHaveLength(measured);
  });

  test('a device that was off measured and sent nothing, and then reports since when (A182)', async () => {
    const { family, device } = moveIn();
    await live(device, MINUTE);
    const before = family.reports.length;
    device.store.update((state) => setPower(state, false, clock));
    expect(await live(device, 20 * MINUTE, MINUTE)).toEqual([]);
    expect([device.store.read().location.unsent, family.reports.length]).toEqual([[], before]);
    device.store.update((state) => setPower(state, true, clock));
    await live(device, MINUTE);
    expect(
      reportsOf(family)
        .flatMap(({ events = [] }) => events)
        .slice(-2),
    ).toEqual([
      { type: 'powered_off', at: NOON + MINUTE },
      { type: 'powered_on', at: NOON + 21 * MINUTE },
    ]);
    expect(positionsOf(family).at(-1)?.at).toBeGreaterThanOrEqual(NOON + 21 * MINUTE);
  });

  test('reports that location is on, and a position with accuracy, speed and reason', async () => {
    const { family, device } = moveIn(false);
    await live(device, 20 * SECOND);
    expect(positionsOf(family)).toEqual([]);
    device.store.update((state) => setLocation(state, true, clock));
    const turnedOnAt = clock;
    await live(device, 20 * SECOND);
    const first = reportsOf(family).find(({ events = [], locations = [] }) => events.length + locations.length > 0);
    expect(first).toMatchObject({ events: [{ type: 'location_on', at: turnedOnAt }] });
    expect(positionsOf(family)).toEqual([{ at: turnedOnAt, lat: 53.09, lng: 12.63, accuracy: 12, speed: 0, reason: 'routine' }]);
  });

  test('measures nothing after location is turned off, or without management', async () => {
    const { family, device } = moveIn();
    await live(device, 20 * SECOND);
    device.store.update((state) => setLocation(state, false, clock));
    await live(device, 40 * MINUTE, MINUTE);
    expect(positionsOf(family)).toHaveLength(1);
    expect(reportsOf(family).flatMap(({ events = [] }) => events.map(({ type }) => type))).toEqual(['location_on', 'location_off']);
    const other = moveIn();
    other.device.store.update((state) => setManagement(state, true, clock));
    await live(other.device, 20 * SECOND);
    expect(positionsOf(other.family)).toEqual([]);
  });

  test('sends everything measured before location was turned off, then the event', () => {
    const { device } = moveIn(true, { location: NO_LOCATION });
    device.store.update((state) => ({ ...state, unsentReports: [], location: { ...state.location, unsent: points(1100) } }));
    const { unsentReports, location } = device.store.update((state) => setLocation(state, false, clock));
    expect(unsentReports.map(({ locations, events }) => [locations?.length, events?.length])).toEqual([
      [BATCH_MAX, 0],
      [BATCH_MAX, 0],
      [100, 1],
    ]);
    expect(location.unsent).toEqual([]);
  });

  test('keeps only one batch of positions in the reports that a device without a network queues', () => {
    const { device } = moveIn();
    device.store.update((state) => ({ ...state, unsentReports: [], location: { ...state.location, unsent: points(1200) } }));
    for (let count = 0; count < 300; count += 1) device.store.update((state) => queueReport(state, clock));
    const { unsentReports, location } = device.store.read();
    expect(unsentReports.filter(({ locations }) => locations !== undefined).map(({ locations }) => locations)).toHaveLength(1);
    expect(unsentReports[0]?.locations).toHaveLength(BATCH_MAX);
    expect(location.unsent).toHaveLength(1200 - BATCH_MAX);
  });

  test('keeps unsent positions over a restart, and sends each once', async () => {
    const { family, device } = moveIn();
    const folder = mkdtempSync(join(tmpdir(), 'porchlight-location-'));
    folders.push(folder);
    const path = join(folder, 'phone.json');
    writeStateFile(path, device.store.read());
    family.isDown = true;
    await live({ ...device, store: fileStore(path) }, 61 * MINUTE, MINUTE);
    expect(positionsOf(family)).toEqual([]);
    family.isDown = false;
    await live({ ...device, store: fileStore(path) }, 20 * SECOND);
    expect(positionsOf(family).map(({ at }) => (at - NOON) / MINUTE)).toEqual([0, 15, 30, 45, 60]);
    expect(fileStore(path).read().location.unsent).toEqual([]);
  });
});

describe('«Locate now» on a device', () => {
  test('measures and sends a position every 15 s for 12 minutes, and returns an event for its begin and end', async () => {
    const { family, device } = moveIn();
    await live(device, 20 * SECOND);
    const begin = clock;
    family.commands = [BURST];
    const happenings = await live(device, 14 * MINUTE, 5 * SECOND);
    const burst = positionsOf(family).filter(({ reason }) => reason === 'burst');
    expect(burst.map(({ at }) => (at - begin) / SECOND)).toEqual(Array.from({ length: 48 }, (_, index) => index * 15));
    expect(reportsOf(family).filter(({ locations = [] }) => locations.length > 1)).toEqual([]);
    expect(family.acks).toMatchObject([{ id: 'b1', status: 'ok' }]);
    expect(happenings.filter(({ kind }) => kind === 'locating' || kind === 'burst_ended')).toEqual([
      { kind: 'locating', reason: 'burst', until: begin + 12 * MINUTE },
      { kind: 'burst_ended' },
    ]);
    expect(device.store.read().location.log.at(-1)).toEqual({ reason: 'burst', from: begin, until: begin + 705 * SECOND, count: 48 });
  });

  test('is named in the status while it lasts', async () => {
    const { family, device } = moveIn();
    family.commands = [BURST];
    await step(device);
    const lineAt = (now: number) => {
      const state = device.store.read();
      return describeStatus('phone', state, decide(state, now), now).filter((line) => line.includes('A parent is locating'));
    };
    expect(lineAt(NOON)).toEqual(['A parent is locating this device until 12:12.']);
    expect(lineAt(NOON + 12 * MINUTE)).toEqual([]);
  });

  test.each<[string, Partial<DeviceState>, boolean, string]>([
    ['location is off', {}, false, 'Location is off on the device'],
    ['the device fails', { mode: 'failing' }, true, 'The command failed (simulated failure)'],
    ['management was removed', { managementRemoved: true }, true, 'Device management was removed'],
  ])('is refused when %s', async (_, change, isOn, error) => {
    const { family, device } = moveIn(isOn, change);
    family.commands = [BURST];
    await live(device, 40 * SECOND);
    expect(family.acks).toMatchObject([{ id: 'b1', status: 'error', error }]);
    expect(positionsOf(family).filter(({ reason }) => reason === 'burst')).toEqual([]);
  });
});
