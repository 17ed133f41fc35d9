import { describe, expect, test } from 'vitest';
import { type AppAccessInput, directiveOf, NO_GRANULARITY, resolveAppAccess } from './app-rules.ts';
import { resolveBlockStatus } from './block-status.ts';
import { at, makeAllowance, makeOverride, makeSchedule } from './rule.fixture.ts';
import type { Rule, Schedule } from './rule.ts';

const ZONE = 'Europe/Berlin';
/** 16:00 in Berlin. */
const NOW = at('2026-05-14T14:00Z');
const GAME = 'com.example.game';
const HOUR = 3600;

const bedtime = makeSchedule('15:00PT180M', { id: 'bedtime' });
const homework = (change: Partial<Schedule> = {}) => makeSchedule('15:30PT60M', { id: 'homework', scope: 'apps', ...change });

/** The rules of each device. `resolveBlockStatus` computes the device's state, so that every row is a possible state. */
const DEVICES: Record<string, { rules: Array<Rule>; allowance?: number; isPaused?: boolean }> = {
  free: { rules: [] },
  granted: { rules: [bedtime, makeOverride('grant', '2026-05-14T13:00Z', '2026-05-14T15:00Z')] },
  // No rule blocks the device, even after the grant. The app's own limits then apply again.
  'granted while free': { rules: [makeOverride('grant', '2026-05-14T13:00Z', '2026-05-14T15:00Z')] },
  bedtime: { rules: [bedtime] },
  'blocked by hand': { rules: [makeOverride('block', '2026-05-14T13:00Z', null)] },
  'used up': { rules: [], allowance: HOUR },
  paused: { rules: [], isPaused: true },
};
const OWN: Record<string, Array<Schedule>> = {
  'no schedule': [],
  'its schedule runs': [homework()],
  'its schedule rests': [homework({ window: { start: 20 * 60, minutes: 60 } })],
  'its schedule is off': [homework({ suspended: true })],
};
const LIMITS: Record<string, { limit?: number; used: number }> = {
  'no limit': { used: 9 * HOUR },
  'time left': { limit: HOUR, used: HOUR - 1 },
  'no time left': { limit: HOUR, used: HOUR },
};

const END = at('2026-05-14T14:30Z');
const BEDTIME_END = at('2026-05-14T16:00Z');
const MIDNIGHT = at('2026-05-14T22:00Z');
const never = { isUsable: false, why: 'never', ruleId: null, until: null };
const always = { isUsable: true, why: 'always', ruleId: null, until: null };
const usable = { isUsable: true, why: null, ruleId: null, until: null };
const byBedtime = { isUsable: false, why: 'device', ruleId: 'bedtime', until: BEDTIME_END };
const byHand = { isUsable: false, why: 'device', ruleId: 'override', until: null };
const byAllowance = { isUsable: false, why: 'device', ruleId: null, until: MIDNIGHT };
const byPause = { isUsable: false, why: 'device', ruleId: null, until: null };
const granted = { isUsable: true, why: 'device', ruleId: 'override', until: at('2026-05-14T15:00Z') };
const bySchedule = { isUsable: false, why: 'schedule', ruleId: 'homework', until: END };
const byLimit = { isUsable: false, why: 'limit', ruleId: null, until: MIDNIGHT };

function ask(directive: 'A' | 'S' | 'N', device: string, own: string, limit: string, change: Partial<AppAccessInput> = {}) {
  const { rules = [], allowance, isPaused = false } = DEVICES[device] ?? {};
  const { limit: seconds, used = 0 } = LIMITS[limit] ?? { used: 0 };
  const schedules = OWN[own] ?? [];
  const input: AppAccessInput = {
    bundleId: GAME,
    granularity: {
      ...NO_GRANULARITY,
      directives: directive === 'S' ? {} : { [GAME]: directive },
      appSchedules: schedules.length === 0 ? {} : { [GAME]: schedules.map(({ id }) => id) },
      appLimits: seconds === undefined ? {} : { [GAME]: seconds },
    },
    rules: [...rules, ...schedules],
    timeZone: ZONE,
    device: resolveBlockStatus(
      {
        rules: [...rules, ...schedules],
        timeZone: ZONE,
        allowance: allowance === undefined ? null : makeAllowance(allowance, allowance, '2026-05-14'),
        pause: isPaused ? { until: null } : null,
      },
      NOW,
    ),
    usedSeconds: used,
    ...change,
  };
  return resolveAppAccess(input, NOW);
}

// The result if the app has no active schedule and no used-up limit.
const TABLE: Array<['A' | 'S' | 'N', string, object]> = [
  ['N', 'free', never],
  ['N', 'granted', never],
  ['N', 'bedtime', never],
  ['N', 'blocked by hand', never],
  ['N', 'used up', never],
  ['N', 'paused', never],
  ['A', 'free', always],
  ['A', 'granted', always],
  ['A', 'bedtime', always],
  ['A', 'blocked by hand', always],
  ['A', 'used up', always],
  ['A', 'paused', byPause],
  ['S', 'free', usable],
  ['S', 'granted', granted],
  ['S', 'granted while free', granted],
  ['S', 'bedtime', byBedtime],
  ['S', 'blocked by hand', byHand],
  ['S', 'used up', byAllowance],
  ['S', 'paused', byPause],
];

/**
 * Returns the expected result. The app's own schedule and limit only matter if the device is free; the schedule decides before the limit.
 */
function expected(directive: string, device: string, own: string, limit: string, base: object): object {
  if (directive !== 'S' || device !== 'free') return base;
  if (own === 'its schedule runs') return bySchedule;
  return limit === 'no time left' ? byLimit : base;
}

describe.each(TABLE)('resolveAppAccess: «%s» on a device that is %s', (directive, device, base) => {
  const cases = Object.keys(OWN).flatMap((own) => Object.keys(LIMITS).map((limit): [string, string] => [own, limit]));

  test.each(cases)('returns the expected access: %s, %s', (own, limit) => {
    expect(ask(directive, device, own, limit)).toEqual(expected(directive, device, own, limit, base));
  });
});

describe('app rules', () => {
  test('includes the start of a schedule and excludes its end', () => {
    const input = { ...inputWith([homework()]), device: { state: 'allowed' as const, why: null, until: null } };
    const usableAt = (instant: number) => resolveAppAccess(input, instant).isUsable;
    expect([at('2026-05-14T13:30Z') - 1, at('2026-05-14T13:30Z'), END - 1, END].map(usableAt)).toEqual([true, false, false, true]);
  });

  test('returns the schedule that ends later, or the lower ID if both end together', () => {
    const longer = homework({ id: 'z', window: { start: 15 * 60, minutes: 180 } });
    const named = (...rules: Array<Schedule>) => resolveAppAccess(inputWith(rules), NOW).ruleId;
    expect([named(homework(), longer), named(longer, homework())]).toEqual(['z', 'z']);
    const twin = homework({ id: 'b' });
    expect([named(twin, homework({ id: 'a' })), named(homework({ id: 'a' }), twin)]).toEqual(['a', 'a']);
  });

  test('ignores schedules for the whole device and schedules of other apps', () => {
    const whole = homework({ scope: 'device' });
    expect(resolveAppAccess(inputWith([whole]), NOW)).toEqual(usable);
    const other = { ...inputWith([homework()]), bundleId: 'com.example.other' };
    expect(resolveAppAccess(other, NOW)).toEqual(usable);
  });

  test('ends a used-up limit at the child’s midnight, even on a day with a clock change', () => {
    const input = inputWith([]);
    const limited = { ...input, granularity: { ...input.granularity, appLimits: { [GAME]: HOUR } }, usedSeconds: HOUR };
    // In Berlin, 2026-10-25 has 25 hours.
    expect(resolveAppAccess(limited, at('2026-10-25T00:30Z'))).toEqual({ ...byLimit, until: at('2026-10-25T23:00Z') });
  });

  test.each(['constructor', '__proto__', 'toString'])('accepts an app with the bundle ID %s', (bundleId) => {
    const input = { ...inputWith([homework()]), bundleId };
    expect(resolveAppAccess(input, NOW)).toEqual(usable);
    expect(directiveOf(NO_GRANULARITY, bundleId)).toBe('S');
  });

  function inputWith(rules: Array<Schedule>): AppAccessInput {
    const appSchedules = { [GAME]: rules.map(({ id }) => id) };
    const granularity = { ...NO_GRANULARITY, appSchedules };
    return { bundleId: GAME, granularity, rules, timeZone: ZONE, device: { state: 'allowed', why: null, until: null }, usedSeconds: 0 };
  }
});
