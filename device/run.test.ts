import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '../app/domain/time.ts';
import type { Device } from './call.ts';
import { step } from './device.ts';
import { BEDTIME, BLOCK, MemoryFamily } from './family.fixture.ts';
import { runDevice } from './run.ts';
import type { DeviceState } from './state.ts';

const NOON = instantOf('2026-05-01', 12 * 60, 'Europe/Berlin');
const NINE = instantOf('2026-05-01', 21 * 60, 'Europe/Berlin');
const EVERY_MS = 2_000;

let end = new AbortController();
let ended: Promise<'gone' | 'stopped'>;
let lines: Array<string> = [];
let isAsleep = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: NOON });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  end = new AbortController();
  lines = [];
  isAsleep = false;
});
afterEach(async () => {
  end.abort();
  await ended;
  vi.useRealTimers();
});

/** The device sleeps by the fake clock, and the test knows when it does: between two rounds it signs, which takes real time. */
async function wait(ms: number, wake: AbortSignal): Promise<void> {
  isAsleep = true;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    wake.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
  isAsleep = false;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setImmediate(done));
}

/** Lets time pass, no faster than the device lives. */
async function pass(ms: number, hopMs = 1_000): Promise<void> {
  const to = Date.now() + ms;
  await until(() => isAsleep);
  while (Date.now() < to) {
    await vi.advanceTimersByTimeAsync(Math.min(hopMs, to - Date.now()));
    await until(() => isAsleep);
  }
}

/** Starts the device and waits for its socket. */
async function run(family: MemoryFamily, change: Partial<DeviceState> = {}, inUse = false): Promise<Device> {
  const device = family.device(change);
  ended = runDevice(device, {
    everyMs: EVERY_MS,
    inUse,
    signal: end.signal,
    say: (line) => lines.push(line),
    connect: family.connect,
    wait,
  });
  await until(() => family.lines.some(({ isOpen }) => isOpen) && family.reports.length > 0 && isAsleep);
  return device;
}

function countCalls(family: MemoryFamily, call: string): number {
  return family.calls.filter((made) => made === call).length;
}

describe('run', () => {
  test('a block comes down the socket and is confirmed up the socket, without waiting and without a question', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.calls.length = 0;
    family.change([BLOCK]);
    await until(() => family.acks.length > 0 && isAsleep);
    expect(Date.now()).toBe(NOON);
    expect(family.calls).toEqual(['GET /device/policy', 'socket ack']);
    expect(family.acks).toMatchObject([{ id: 'c2', status: 'ok', applied: 'blocked', schedule_ts: 2, at: NOON }]);
    expect(device.store.read()).toMatchObject({ unsentAcks: [], inbox: [], applied: { state: 'blocked' } });
    const said = lines.map((line) => line.slice(10)).join('\n');
    expect(said).toMatch(/Connected.*Received policy c2\..*Blocked.*Confirmed c2: blocked/s);
  });

  test('nine o’clock happens on the device at nine, without anybody: online, and without a network', async () => {
    for (const isDown of [false, true]) {
      vi.setSystemTime(NINE - 1_500);
      const family = new MemoryFamily(Date.now);
      family.rules = [BEDTIME];
      const device = await run(family);
      family.isDown = isDown;
      if (isDown) family.lines[0]?.drop(1006);
      await pass(1_499, 1);
      expect(device.store.read().applied?.state).toBe('allowed');
      await pass(1, 1);
      expect(device.store.read().applied).toMatchObject({ state: 'blocked', at: NINE });
      expect(family.reports.at(-1)).toMatchObject(isDown ? { applied: { state: 'allowed' } } : { at: NINE, applied: { state: 'blocked' } });
      end.abort();
      await ended;
      end = new AbortController();
    }
  });

  test('with its socket open it asks once an hour and reports every three; without, it asks at every round', {
    timeout: 60_000,
  }, async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    await pass(EVERY_MS);
    family.calls.length = 0;
    await pass(60 * 60_000);
    expect(countCalls(family, 'GET /device/commands')).toBe(1);
    expect(countCalls(family, 'socket report')).toBe(0);
    await pass(2 * 60 * 60_000, EVERY_MS);
    expect(countCalls(family, 'socket report')).toBe(1);
    await pass(30 * 60_000, EVERY_MS);
    const asked = countCalls(family, 'GET /device/commands');
    // What a question would bring the answer to a report has named.
    device.store.update((state) => ({ ...state, told: null }));
    await pass(59 * 60_000, EVERY_MS);
    expect(countCalls(family, 'socket report')).toBe(2);
    expect(countCalls(family, 'GET /device/commands')).toBe(asked);
    family.isDown = true;
    family.lines[0]?.drop(1006);
    await until(() => isAsleep);
    family.calls.length = 0;
    await pass(60_000);
    expect(countCalls(family, 'GET /device/commands')).toBeGreaterThanOrEqual(30);
  });

  test('a socket that is lost is opened again after 1 s, then after ever longer rests, of a minute at most', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.isDown = true;
    family.lines[0]?.drop(1006);
    expect(device.store.read().socketSince).toBeNull();
    const tries: Array<number> = [];
    const from = Date.now();
    for (let known = family.lines.length; Date.now() < from + 300_000; known = family.lines.length) {
      await pass(500, 500);
      if (family.lines.length > known) tries.push(Date.now());
    }
    const rests = tries.map((at, index) => (at - (tries[index - 1] ?? from)) / 1000);
    expect(rests[0]).toBeLessThanOrEqual(2);
    expect(Math.max(...rests)).toBeGreaterThan(30);
    expect(Math.max(...rests)).toBeLessThanOrEqual(61);
    family.isDown = false;
    await pass(61_000);
    expect(device.store.read().socketSince).not.toBeNull();
    expect(lines.join('\n')).toMatch(/Connection lost: closed with code 1006\.[\s\S]*Connected/);
  });

  test('a line that swallows the ping for 10 s is dropped and opened anew', async () => {
    const family = new MemoryFamily(Date.now);
    await run(family);
    const [line] = family.lines;
    if (line !== undefined) line.isDeaf = true;
    await pass(64_000);
    expect(line?.isOpen).toBe(true);
    await pass(1_000);
    expect(line?.isOpen).toBe(false);
    await pass(3_000);
    expect(family.lines).toHaveLength(2);
  });

  test('a confirmation whose answer got lost is given again, by HTTP where the socket says nothing', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.isSilent = true;
    family.change([BLOCK]);
    await until(() => countCalls(family, 'socket ack') === 1);
    expect(device.store.read().unsentAcks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    await until(() => isAsleep);
    expect(family.acks.map(({ id }) => id)).toEqual(['c2']);
    expect(countCalls(family, 'POST /device/ack')).toBe(1);
    expect(lines.join('\n')).not.toContain('Offline');
    expect(device.store.read().unsentAcks).toEqual([]);
  });

  test('what the family refuses is not said again', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.refusesFrames = true;
    family.change([BLOCK]);
    await until(() => countCalls(family, 'socket ack') === 1 && isAsleep);
    expect(device.store.read().unsentAcks).toEqual([]);
    expect(lines.at(-1)).toContain('/device/ack was refused: No (400).');
  });

  test('removed by a parent it forgets its secret and ends, whatever it was doing', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.push({ v: 1, type: 'gone' });
    expect(await ended).toBe('gone');
    expect(device.store.read().enrolment.kind).toBe('gone');
    expect(lines.at(-1)).toContain('12:00:00  A parent removed this device');
  });

  test('the switch cuts the socket too; back online it opens at once and brings what waited', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    device.store.update((state) => ({ ...state, offline: true }));
    await pass(EVERY_MS);
    expect(family.lines.map(({ isOpen }) => isOpen)).toEqual([false]);
    family.calls.length = 0;
    family.change([BLOCK]);
    await pass(60_000);
    expect(family.calls).toEqual([]);
    device.store.update((state) => ({ ...state, offline: false }));
    await pass(EVERY_MS);
    await until(() => family.acks.length > 0 && isAsleep);
    expect(family.lines).toHaveLength(2);
    expect(family.acks).toMatchObject([{ id: 'c2', applied: 'blocked' }]);
  });

  test('a clock that is set back brings no evening back: time goes on, and the server is asked at once', async () => {
    vi.setSystemTime(NINE - 3_000);
    const family = new MemoryFamily(Date.now);
    family.rules = [BEDTIME];
    const device = await run(family);
    await pass(EVERY_MS / 2, 500);
    family.calls.length = 0;
    vi.setSystemTime(NINE - 60 * 60_000);
    await pass(EVERY_MS * 2, 500);
    expect(countCalls(family, 'GET /device/commands')).toBe(1);
    expect(device.store.read().applied?.state).toBe('blocked');
  });

  test('what the server says of the time with an answer by socket puts the device’s clock right', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.calls.length = 0;
    family.aheadMs = 2 * 60_000;
    // The first report may have gone before the line was open.
    device.store.update((state) => ({ ...state, told: null }));
    await pass(EVERY_MS);
    expect(family.calls).toEqual(['socket report']);
    expect(device.store.read().serverOffsetMs).toBe(2 * 60_000);
  });

  test('a server that asks to wait gets no report until then, and is not taken for lost', async () => {
    let now = NOON;
    const family = new MemoryFamily(() => now);
    const device = family.device();
    family.asksToWaitS = 30;
    for (now = NOON; now < NOON + 30_000; now += EVERY_MS) await step(device);
    expect(countCalls(family, 'POST /device/report')).toBe(1);
    expect(device.store.read()).toMatchObject({ unreachableSince: null, unsentReports: [{ seq: 1 }] });
    family.asksToWaitS = 0;
    await step(device);
    expect(family.reports.map(({ seq }) => seq)).toEqual([1]);
  });

  test('a kind of command that it does not know is answered with an error, and keeps no other from being carried out', async () => {
    const family = new MemoryFamily(Date.now);
    const device = family.device();
    const command = { seq: 2, id: 'c2', kind: 'location_burst', user_id: null, args: {}, expires_ts: null };
    family.commands = [command, { ...command, seq: 3, id: 'c3', kind: 'device_info' }, { seq: 4 } as never];
    await step(device);
    expect(family.acks).toMatchObject([
      { id: 'c2', status: 'error' },
      { id: 'c3', status: 'ok' },
    ]);
    expect(device.store.read().unreachableSince).toBeNull();
  });

  test('use counts while the device is allowed, and is told by the minute where it is limited', async () => {
    const family = new MemoryFamily(Date.now);
    family.child = { allowance_enabled: true, allowance: Array(7).fill(100) };
    const device = await run(family, {}, true);
    family.calls.length = 0;
    await pass(96_000);
    expect(countCalls(family, 'socket report')).toBe(1);
    await pass(10_000);
    expect(device.store.read()).toMatchObject({ applied: { state: 'blocked' }, usage: [{ seconds: 100 }] });
    expect(family.reports.at(-1)).toMatchObject({ applied: { state: 'blocked' }, usage: [{ seconds: 100 }] });
  });

  test('a question by HTTP that gets no answer is put again soon, then ever more rarely', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    await pass(60 * 60_000 - EVERY_MS, EVERY_MS);
    family.calls.length = 0;
    family.isDown = true;
    await pass(3 * 60_000, EVERY_MS);
    expect(family.calls).toEqual(Array(5).fill('GET /device/commands'));
    family.isDown = false;
    await pass(3 * 60_000, EVERY_MS);
    expect(family.calls).toHaveLength(6);
    expect(device.store.read().unreachableSince).toBeNull();
  });

  test('a question by HTTP that gets no answer keeps nothing from being told by the socket', async () => {
    const family = new MemoryFamily(Date.now);
    family.child = { allowance_enabled: true, allowance: Array(7).fill(7_200) };
    const device = await run(family, {}, true);
    family.isDown = true;
    for (let minute = 0; minute < 3; minute += 1) {
      family.calls.length = 0;
      device.store.update((state) => ({ ...state, unreachableSince: NOON }));
      await pass(61_000);
      expect(countCalls(family, 'socket report')).toBe(1);
    }
  });

  test('a policy that could not be fetched is fetched as soon as that is possible, whoever told of it', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.rules = [BLOCK];
    family.scheduleTs = 2;
    family.isDown = true;
    // The answer to a report tells of it, and no command.
    device.store.update((state) => ({ ...state, told: null }));
    await pass(EVERY_MS);
    expect(device.store.read().unreachableSince).not.toBeNull();
    family.isDown = false;
    await pass(EVERY_MS);
    expect(device.store.read()).toMatchObject({ policy: { scheduleTs: 2 }, applied: { state: 'blocked' }, unreachableSince: null });
  });

  test('the upgrade is signed by the server’s time as far as the device knows it', async () => {
    const family = new MemoryFamily(Date.now);
    await run(family, { serverOffsetMs: 600_000 });
    expect(family.lines[0]?.headers['X-Date']).toBe(new Date(NOON + 600_000).toISOString());
  });
});
