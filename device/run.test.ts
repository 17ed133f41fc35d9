import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf } from '#app/domain/time.ts';
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

/** Waits on the fake clock and marks the device as asleep. Signing between rounds takes real time. */
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

/** Advances the fake clock in steps, waiting until the device sleeps again. */
async function pass(ms: number, hopMs = 1_000): Promise<void> {
  const to = Date.now() + ms;
  await until(() => isAsleep);
  while (Date.now() < to) {
    await vi.advanceTimersByTimeAsync(Math.min(hopMs, to - Date.now()));
    await until(() => isAsleep);
  }
}

/** Starts the device and waits for its open socket and first report. */
async function run(family: MemoryFamily, change: Partial<DeviceState> = {}, inUse = false): Promise<Device> {
  const device = family.device(change);
  ended = runDevice(device, {
    everyMs: EVERY_MS,
    inUse,
    signal: end.signal,
    print: (line) => lines.push(line),
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
  test('receives and confirms a block by socket, without delay and without polling', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.calls.length = 0;
    family.change([BLOCK]);
    await until(() => family.acks.length > 0 && isAsleep);
    expect(Date.now()).toBe(NOON);
    expect(family.calls).toEqual(['GET /device/policy', 'socket ack']);
    expect(family.acks).toMatchObject([{ id: 'c2', status: 'ok', applied: 'blocked', schedule_ts: 2, at: NOON }]);
    expect(device.store.read()).toMatchObject({ unsentAcks: [], inbox: [], applied: { state: 'blocked' } });
    const output = lines.map((line) => line.slice(10)).join('\n');
    expect(output).toMatch(/Connected.*Received policy c2\..*Blocked.*Confirmed c2\. The device is blocked/s);
  });

  test('starts a schedule at its exact time, online and offline', async () => {
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

  test('polls hourly and reports every three hours with an open socket, and polls in every round without one', {
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
    // An answered report replaces a poll.
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

  test('reconnects a lost socket within 2 s, then with growing pauses of up to one minute', async () => {
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

  test('reconnects when a ping gets no reply for 10 s', async () => {
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

  test('resends an ack by HTTP when the socket brings no answer', async () => {
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

  test('does not resend an acknowledgment that the server refused', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.refusesFrames = true;
    family.change([BLOCK]);
    await until(() => countCalls(family, 'socket ack') === 1 && isAsleep);
    expect(device.store.read().unsentAcks).toEqual([]);
    expect(lines.at(-1)).toContain('/device/ack was refused: No (400).');
  });

  test('forgets its secret and ends when a parent removes it', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.push({ v: 1, type: 'gone' });
    expect(await ended).toBe('gone');
    expect(device.store.read().enrolment.kind).toBe('gone');
    expect(lines.at(-1)).toContain('12:00:00  A parent removed this device');
  });

  test('closes the socket when set offline, and reconnects and gets pending commands when back online', async () => {
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

  test('keeps time running and polls immediately when its clock is set back', async () => {
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

  test('corrects its clock from the server time in a socket answer', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.calls.length = 0;
    family.aheadMs = 2 * 60_000;
    // The first report may have been sent before the socket opened.
    device.store.update((state) => ({ ...state, told: null }));
    await pass(EVERY_MS);
    expect(family.calls).toEqual(['socket report']);
    expect(device.store.read().serverOffsetMs).toBe(2 * 60_000);
  });

  test('sends no report while the server asks to wait, and still treats the server as reachable', async () => {
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

  test('answers an unknown command with an error and carries out the others', async () => {
    const family = new MemoryFamily(Date.now);
    const device = family.device();
    const command = { seq: 2, id: 'c2', kind: 'on_demand', user_id: null, args: {}, expires_ts: null };
    family.commands = [command, { ...command, seq: 3, id: 'c3', kind: 'device_info' }, { seq: 4 } as never];
    await step(device);
    expect(family.acks).toMatchObject([
      { id: 'c2', status: 'error' },
      { id: 'c3', status: 'ok' },
    ]);
    expect(device.store.read().unreachableSince).toBeNull();
  });

  test('counts use while allowed, and reports it every minute when a daily limit applies', async () => {
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

  test('retries an unanswered poll soon, then with growing pauses', async () => {
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

  test('keeps reporting by socket when an HTTP poll gets no answer', async () => {
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

  test('fetches a policy that failed to load as soon as the server is reachable, without a command', async () => {
    const family = new MemoryFamily(Date.now);
    const device = await run(family);
    family.rules = [BLOCK];
    family.scheduleTs = 2;
    family.isDown = true;
    // The answer to a report announces the policy; there is no command.
    device.store.update((state) => ({ ...state, told: null }));
    await pass(EVERY_MS);
    expect(device.store.read().unreachableSince).not.toBeNull();
    family.isDown = false;
    await pass(EVERY_MS);
    expect(device.store.read()).toMatchObject({ policy: { scheduleTs: 2 }, applied: { state: 'blocked' }, unreachableSince: null });
  });

  test('signs the upgrade with the estimated server time', async () => {
    const family = new MemoryFamily(Date.now);
    await run(family, { serverOffsetMs: 600_000 });
    expect(family.lines[0]?.headers['X-Date']).toBe(new Date(NOON + 600_000).toISOString());
  });
});
