import { describe, expect, test } from 'vitest';
import { instantOf } from '#app/domain/time.ts';
import type { RuleWire } from '#app/wire/rule.ts';
import type { Device } from './call.ts';
import { advanceClock, type Uptime } from './clock.ts';
import { serverTime } from './decide.ts';
import { memoryStore, step } from './device.ts';
import { BEDTIME, MemoryFamily } from './family.fixture.ts';
import { type DeviceState, parseDeviceState } from './state.ts';
import { receiveFrame } from './transitions.ts';
import { addUsage } from './usage.ts';

const BERLIN = 'Europe/Berlin';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function at(date: string, clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, BERLIN);
}

/** Returns a device that got its rules at `start` and has been offline since. `world` sets its clock and uptime. */
async function loseNetwork(start: number, family: MemoryFamily, world: { now: number; uptime: Uptime | null }, change = {}) {
  world.now = start;
  const given: Device = { ...family.device(change), now: () => world.now, uptime: () => world.uptime };
  await step(given);
  family.isDown = true;
  return given;
}

/** Returns the device as restarted after its process was killed. Only the written state survives. */
function startAgain(device: Device): Device {
  const written = parseDeviceState(JSON.stringify(device.store.read()));
  if (written === null) throw new Error('It wrote no state');
  return { ...device, store: memoryStore(written) };
}

async function stateNow(device: Device): Promise<DeviceState> {
  await step(device);
  return device.store.read();
}

describe('clock', () => {
  test.each([
    ['keeps the elapsed time when the machine did not restart', 'first', '22:30', 'blocked'],
    ['continues from 20:59 when the machine restarted', 'second', '20:59', 'allowed'],
    ['continues from 20:59 when the uptime is unknown', null, '20:59', 'allowed'],
  ])('when killed at 20:59, set back to 15:00 and restarted offline at 22:30, %s', async (_name, boot, believes, state) => {
    const start = at('2026-05-01', '20:59');
    const family = new MemoryFamily(() => start);
    family.rules = [BEDTIME];
    const world = { now: start, uptime: boot === null ? null : { boot: 'first', ms: HOUR } };
    const device = startAgain(await loseNetwork(start, family, world));
    world.now = at('2026-05-01', '15:00');
    world.uptime = boot === null ? null : { boot, ms: boot === 'first' ? HOUR + 91 * MINUTE : MINUTE };
    const woken = await stateNow(device);
    expect([serverTime(woken, world.now), woken.applied?.state]).toEqual([at('2026-05-01', believes), state]);
    expect(woken.unsentReports.at(-1)).toMatchObject({ at: at('2026-05-01', believes), components: { clock: 'wrong' } });
    // Time continues from the estimate.
    world.now += 90 * MINUTE;
    if (world.uptime !== null) world.uptime.ms += 90 * MINUTE;
    expect((await stateNow(device)).applied?.state).toBe('blocked');
  });

  test("prefers the server's time to its own estimate, even if the estimate is later", async () => {
    const start = at('2026-05-01', '12:00');
    const family = new MemoryFamily(() => start + MINUTE);
    const world = { now: start, uptime: { boot: 'first', ms: 0 } };
    const device = await loseNetwork(start, family, world);
    world.uptime = { boot: 'second', ms: 0 };
    world.now = start + 10 * DAY;
    expect(serverTime(await stateNow(device), world.now)).toBe(start + 10 * DAY);
    family.isDown = false;
    family.change([]);
    expect(serverTime(await stateNow(device), world.now)).toBe(start + MINUTE);
    await step(device, true);
    expect(family.reports.at(-1)).toMatchObject({ at: start + MINUTE, components: { clock: 'wrong' } });
    world.now = start + MINUTE;
    await step(startAgain(device), true);
    expect(family.reports.at(-1)).toMatchObject({ at: start + MINUTE, components: { clock: 'right' } });
  });

  test("ignores an old time in a delayed frame while offline, and accepts it in a server's answer", async () => {
    const start = at('2026-05-01', '04:59');
    const family = new MemoryFamily(() => start);
    family.rules = [BEDTIME];
    const world = { now: start, uptime: { boot: 'first', ms: HOUR } };
    const device = await loseNetwork(start, family, world);
    const evening = at('2026-05-01', '21:30');
    const waited = { v: 1, type: 'policy', schedule_ts: 0, server_time: at('2026-05-01', '05:00') } as const;
    // The second pass also sets the device’s own clock back.
    for (const ownNow of [evening, at('2026-05-01', '04:00')]) {
      world.uptime.ms = HOUR + evening - start;
      world.now = evening;
      expect((await stateNow(device)).applied?.state).toBe('blocked');
      world.now = ownNow;
      device.store.update((state) => receiveFrame(state, waited, serverTime(state, ownNow)));
      const after = await stateNow(device);
      expect([serverTime(after, ownNow), after.applied?.state]).toEqual([evening, 'blocked']);
    }
    family.isDown = false;
    family.change([]);
    expect(serverTime(await stateNow(device), world.now)).toBe(start);
  });

  test('advances time despite small backward clock steps when the uptime is unknown', async () => {
    const start = at('2026-05-01', '20:45');
    const family = new MemoryFamily(() => start);
    family.rules = [BEDTIME];
    const world = { now: start, uptime: null };
    const device = await loseNetwork(start, family, world);
    for (let seconds = 0; seconds < 30 * 60; seconds += 2) {
      world.now += seconds % 8 === 6 ? -6_000 : 2_000;
      device.store.update((state) => advanceClock(state, world.now, null));
    }
    expect((await stateNow(device)).applied?.state).toBe('blocked');
  });

  test.each([0, 10 * DAY, -10 * DAY])(
    "resets the daily limit at midnight offline and keeps yesterday's usage, with a clock %i ms off",
    async (off) => {
      const start = at('2026-05-01', '23:50');
      const family = new MemoryFamily(() => start);
      family.child = { allowance_enabled: true, allowance: Array(7).fill(600) };
      const world = { now: start, uptime: { boot: 'first', ms: 0 } };
      const device = await loseNetwork(start, family, world);
      const pass = (ms: number): void => {
        world.now += ms;
        world.uptime.ms += ms;
      };
      world.now += off;
      const use = (seconds: number): void => {
        device.store.update((state) => addUsage(state, seconds, serverTime(state, world.now)));
      };
      await step(device);
      use(600);
      expect((await stateNow(device)).applied?.state).toBe('blocked');
      pass(10 * MINUTE - 1);
      expect((await stateNow(device)).applied?.state).toBe('blocked');
      pass(1);
      const midnight = await stateNow(startAgain(device));
      expect(midnight.applied).toMatchObject({ state: 'allowed', at: at('2026-05-02', '00:00') });
      await step(device);
      use(60);
      expect(device.store.read().usage).toMatchObject([
        { date: '2026-05-01', seconds: 600 },
        { date: '2026-05-02', seconds: 60 },
      ]);
    },
  );

  test.each([
    ['schedule that ends in the skipped hour', '21:00PT345M', ['blocked', 'allowed', 'allowed']],
    ['schedule that begins in the skipped hour', '02:10PT60M', ['allowed', 'blocked', 'allowed']],
    ['schedule within the skipped hour', '02:10PT10M', ['allowed', 'allowed', 'allowed']],
    ['schedule that spans the skipped hour', '01:30PT120M', ['blocked', 'blocked', 'allowed']],
  ])(
    'follows schedules over the time change of March 28, 2027, offline and with a clock ten days off: %s',
    async (_name, time_duration, states) => {
      const start = at('2027-03-27', '20:00');
      const family = new MemoryFamily(() => start);
      family.rules = [{ ...BEDTIME, time_duration }];
      const world = { now: start, uptime: { boot: 'first', ms: 0 } };
      const device = startAgain(await loseNetwork(start, family, world));
      const found: Array<string | undefined> = [];
      for (const clock of ['2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z', '2027-03-28T01:30:00Z']) {
        world.uptime.ms = Date.parse(clock) - start;
        world.now = Date.parse(clock) - 10 * DAY;
        found.push((await stateNow(device)).applied?.state);
      }
      expect(found).toEqual(states);
    },
  );

  test('applies the last of 2,001 rules when offline', async () => {
    const start = at('2026-05-01', '20:00');
    const family = new MemoryFamily(() => start);
    const others = Array.from(
      { length: 2_000 },
      (_, index): RuleWire => ({ ...BEDTIME, rule_id: `r${index}`, time_duration: '06:00PT60M' }),
    );
    family.rules = [...others, { ...BEDTIME, rule_id: 'last' }];
    const world = { now: start, uptime: null };
    const device = startAgain(await loseNetwork(start, family, world));
    expect(device.store.read()).toMatchObject({ applied: { state: 'allowed' }, unreachableSince: null });
    world.now = at('2026-05-01', '21:00');
    expect(await stateNow(device)).toMatchObject({
      applied: { state: 'blocked', at: at('2026-05-01', '21:00') },
      unreachableSince: world.now,
    });
  });
});
