import { describe, expect, test } from 'vitest';
import { instantOf, minuteOfDay, parseTimeWindow } from '#app/domain/time.ts';
import { decide } from './decide.ts';
import { DEMO_CHILDREN, DEMO_DEVICES } from './demo-cast.ts';
import { applyHabits, isCutOff, isInUse } from './habits.ts';
import { type DeviceState, type Habits, newDeviceState, parseDeviceState } from './state.ts';

const ZONE = 'America/New_York';
const HABITS: Habits = {
  offlineHours: '22:30PT480M',
  useHours: ['14:00PT420M'],
  battery: { drainPerHour: 0.06, chargePerHour: 0.2, chargingHours: '22:00PT480M' },
  takesTurns: false,
  opens: [],
};
const ABOUT = {
  make: 'm',
  model: 'x',
  modelName: 'X',
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  udid: 'u',
  managementLevel: 'device-owner',
};

function at(time: string, date = '2026-05-01'): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, ZONE);
}

function device(change: Partial<DeviceState> = {}, children = ['ben']): DeviceState {
  const users = children.map((id) => ({
    user_id: id,
    user_name: id,
    time_zone: ZONE,
    rules: [],
    allowance: [0, 0, 0, 0, 0, 0, 0],
    allowance_enabled: false,
    allowance_extra: null,
    requested_state: 'play' as const,
    pause_until: null,
    granularity: null,
  }));
  return {
    ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT }),
    policy: { rules: { v: 1, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: 0 },
    habits: HABITS,
    ...change,
  };
}

describe('habits', () => {
  test.each([
    ['22:29', false],
    ['22:30', true],
    ['03:00', true],
    ['06:29', true],
    ['06:30', false],
  ])("cuts the network at %s in the child's time zone: %s", (time, isCut) => {
    expect(isCutOff(device(), at(time))).toBe(isCut);
    expect(decide(device(), at(time)).isOfflineDecision).toBe(isCut);
    expect(isCutOff(device({ habits: null }), at(time))).toBe(false);
    expect(isCutOff(device({ offline: true }), at(time))).toBe(true);
  });

  test('uses the device for one minute in three during the use hours', () => {
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => at('00:00') + minute * 60_000);
    const used = minutes.filter((now) => isInUse(device(), now));
    expect(used.length).toBe((7 * 60) / 3);
    expect(Math.min(...used)).toBeGreaterThanOrEqual(at('14:00'));
    expect(Math.max(...used)).toBeLessThan(at('21:00'));
    expect(isInUse(device({ habits: null }), at('15:00'))).toBe(false);
  });

  test('uses the device without a break for ten minutes after the start, within the use hours', () => {
    const started = at('20:55');
    const used = Array.from({ length: 10 }, (_, minute) => started + minute * 60_000).filter((now) => isInUse(device(), now, started));
    expect(used.map((now) => (now - started) / 60_000)).toEqual([0, 1, 2, 3, 4]);
    const later = Array.from({ length: 3 }, (_, minute) => isInUse(device(), at('15:10') + minute * 60_000, at('15:00')));
    expect(later.filter(Boolean)).toHaveLength(1);
  });

  /** Returns the state after some hours, simulated in steps of two minutes. */
  function live(state: DeviceState, from: number, hours: number): DeviceState {
    let lived = state;
    for (let now = from; now <= from + hours * 3_600_000; now += 120_000) lived = applyHabits(lived, now);
    return lived;
  }

  test('drains the battery by day and charges it at night, within its bounds', () => {
    const start = device({ batteryLevel: 0.5 });
    expect(live(start, at('12:00'), 3.1).batteryLevel).toBeCloseTo(0.32, 2);
    expect(live(start, at('22:00'), 2.01).batteryLevel).toBeCloseTo(0.9, 2);
    expect(live(start, at('22:00'), 7).batteryLevel).toBe(1);
    expect(live(device({ batteryLevel: 0.1 }), at('08:00'), 10).batteryLevel).toBe(0.03);
  });

  test('ignores time in which the device did not run, and changes of less than one percent', () => {
    const watched = applyHabits(device({ batteryLevel: 0.5 }), at('12:00'));
    expect(watched).toMatchObject({ batteryLevel: 0.5, batteryAt: at('12:00') });
    expect(applyHabits(watched, at('12:05'))).toBe(watched);
    expect(applyHabits(watched, at('18:00'))).toMatchObject({ batteryLevel: 0.5, batteryAt: at('18:00') });
  });

  test('changes the child of a shared device every hour and reports it immediately', () => {
    const habits = { ...HABITS, takesTurns: true };
    const shared = device({ habits, told: { state: 'allowed', scheduleTs: 5, at: 0 } }, ['ben', 'leo']);
    const first = applyHabits(shared, at('15:00'));
    const second = applyHabits(first, at('16:00'));
    expect(new Set([first.activeChildId, second.activeChildId])).toEqual(new Set(['ben', 'leo']));
    expect(first.told).toBeNull();
    expect(applyHabits(second, at('16:59'))).toBe(second);
    expect(applyHabits(device({ habits }, ['ben']), at('15:00')).activeChildId).toBeNull();
  });

  test('stores the habits of the demo family in a state file', () => {
    for (const { habits } of DEMO_DEVICES) expect(parseDeviceState(JSON.stringify(device({ habits })))?.habits).toEqual(habits);
  });

  /** Returns the children with a daily limit whose devices are allowed and in use at `now`, one entry per device. */
  function usedNow(now: number): Array<string> {
    return DEMO_CHILDREN.filter(({ allowance }) => allowance !== null).flatMap(({ name, timeZone, bedtime, school }) => {
      const isWithin = (hours: string | null): boolean => {
        const window = hours === null ? null : parseTimeWindow(hours);
        return window !== null && (minuteOfDay(now, timeZone) - window.start + 1440) % 1440 < window.minutes;
      };
      if (bedtime === null || isWithin(bedtime) || isWithin(school?.hours ?? null)) return [];
      return DEMO_DEVICES.filter(({ children }) => children.includes(name)).flatMap(({ file, habits }) => {
        const [user] = device().policy?.rules.users ?? [];
        const users = user === undefined ? [] : [{ ...user, time_zone: timeZone }];
        const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: 0 };
        return isInUse(device({ habits, policy, about: { ...ABOUT, udid: `demo-${file}` } }), now) ? [name] : [];
      });
    });
  }

  // In the second and fourth week only one of the two zones has daylight saving time.
  test.each(['2026-01-14', '2026-03-18', '2026-05-02', '2026-10-28'])(
    'has a demo device with a daily limit in use at any hour of %s',
    (date) => {
      const minutes = Array.from({ length: 24 * 60 }, (_, minute) => usedNow(at('00:00', date) + minute * 60_000));
      const used = minutes.flatMap((names, minute) => (names.length > 0 ? [minute] : []));
      const pauses = used.map((minute, index) => minute - (used[index - 1] ?? 0));
      expect(Math.max(...pauses)).toBeLessThanOrEqual(10);
      expect(24 * 60 - Math.max(...used)).toBeLessThanOrEqual(10);
      for (const { name, allowance } of DEMO_CHILDREN) {
        const seconds = minutes.flat().filter((user) => user === name).length * 60;
        expect(seconds).toBeLessThan(Math.min(...(allowance ?? [Number.POSITIVE_INFINITY])));
      }
    },
  );
});
