import { describe, expect, test } from 'vitest';
import { NO_GRANULARITY } from '#app/domain/app-rules.ts';
import type { DeviceCommandWire, PolicyWire } from '#app/wire/device.ts';
import { toWireGranularity } from '#app/wire/granularity.ts';
import { CHILD_APP, installApp, isForbidden, resolveApp, resolveLimits, takeUpApp, uninstallApp } from './apps.ts';
import { decide } from './decide.ts';
import { step } from './device.ts';
import { BEDTIME, BLOCK, MemoryFamily } from './family.fixture.ts';
import { describeStatus } from './messages.ts';
import { isReportDue, queueReport } from './reports.ts';
import { type DeviceState, newDeviceState, parseDeviceState } from './state.ts';
import { answerCommand, apply } from './transitions.ts';
import { addUsage } from './usage.ts';

const NOON = Date.UTC(2026, 4, 1, 12); // Friday, 14:00 in Berlin
const GAME = 'com.example.game';
const LEARN = 'com.example.learn';
const APPS = [
  { bundleId: GAME, name: 'Game', version: '1' },
  { bundleId: LEARN, name: 'Learn', version: '1' },
];
type User = PolicyWire['users'][number];
type Rules = Partial<ReturnType<typeof toWireGranularity>>;

function child(granularity: Rules | null, change: Partial<User> = {}): User {
  return {
    user_id: 'mia',
    user_name: 'Mia',
    time_zone: 'Europe/Berlin',
    rules: [],
    allowance: [0, 0, 0, 0, 0, 0, 0],
    allowance_enabled: false,
    allowance_extra: null,
    requested_state: 'play',
    pause_until: null,
    granularity: granularity === null ? null : { ...toWireGranularity(NO_GRANULARITY), ...granularity },
    ...change,
  };
}

function device(users: Array<User>, change: Partial<DeviceState> = {}, about: Partial<DeviceState['about']> = {}): DeviceState {
  const self = { make: 'm', model: 'x', modelName: 'X', os: 'android', osVersion: '16', appVersion: '9', udid: 'u', managementLevel: 'o' };
  return apply(
    {
      ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: { ...self, ...about } }),
      enrolment: { kind: 'enrolled', accountId: 'a', deviceId: 'd', secret: 'ab'.repeat(32) },
      policy: { rules: { v: 1, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON },
      apps: APPS,
      ...change,
    },
    NOON,
  );
}

const afternoon = { ...BEDTIME, rule_id: 's1', type: 'temporal' as const, time_duration: '13:00PT180M', scope: 'apps' as const };

describe('apps', () => {
  test.each<[string, Array<User>, Partial<DeviceState>, Partial<DeviceState['about']>, { isUsable: boolean; why: string | null }]>([
    ['usable without a rule for the app', [child({})], {}, {}, { isUsable: true, why: null }],
    ['not usable if never allowed', [child({ app_directives: { [GAME]: 'N' } })], {}, {}, { isUsable: false, why: 'never' }],
    [
      'usable during a block if always allowed',
      [child({ app_directives: { [GAME]: 'A' } }, { rules: [BLOCK] })],
      {},
      {},
      { isUsable: true, why: 'always' },
    ],
    [
      'not usable during an app schedule',
      [child({ app_schedules: { [GAME]: ['s1'] } }, { rules: [afternoon] })],
      {},
      {},
      { isUsable: false, why: 'schedule' },
    ],
    ['usable with a plan without app rules', [child(null, { rules: [afternoon] })], {}, {}, { isUsable: true, why: null }],
    [
      'usable with a child app that is too old',
      [child({ app_directives: { [GAME]: 'N' } })],
      {},
      { appVersion: '4.1' },
      { isUsable: true, why: null },
    ],
    [
      'usable after management was removed',
      [child({ app_directives: { [GAME]: 'N' } })],
      { managementRemoved: true },
      {},
      { isUsable: true, why: null },
    ],
    [
      'not usable if one of two children may not use it',
      [child({}), child({ app_directives: { [GAME]: 'N' } }, { user_id: 'ben' })],
      {},
      {},
      { isUsable: false, why: 'never' },
    ],
    [
      'usable if the active one of two children may use it',
      [child({}), child({ app_directives: { [GAME]: 'N' } }, { user_id: 'ben' })],
      { activeChildId: 'mia' },
      {},
      { isUsable: true, why: null },
    ],
  ])('resolves access to an app offline: %s', (_name, users, change, about, expected) => {
    expect(resolveApp(device(users, { unreachableSince: NOON, ...change }, about), GAME, NOON)).toMatchObject(expected);
  });

  const mine = (bundleId: string, seconds: number) => ({ childId: 'mia', date: '2026-05-01', bundleId, seconds });

  test("counts today's use on this device and the others against the app limit", () => {
    const users = [child({ app_limits: { [GAME]: 120 } })];
    const used = { appUsage: [mine(GAME, 60)] };
    expect(resolveApp(device(users, { ...used, appUsageElsewhere: [mine(GAME, 59)] }), GAME, NOON).isUsable).toBe(true);
    expect(resolveApp(device(users, { ...used, appUsageElsewhere: [mine(GAME, 60)] }), GAME, NOON)).toMatchObject({
      why: 'limit',
      until: Date.UTC(2026, 4, 1, 22),
    });
    const yesterday = [{ ...mine(GAME, 600), date: '2026-04-30' }];
    expect(resolveApp(device(users, { ...used, appUsageElsewhere: yesterday }), GAME, NOON).isUsable).toBe(true);
  });

  test('extends the daily limit by bonus time on its date while offline', () => {
    const limited = child(null, {
      allowance: Array(7).fill(600),
      allowance_enabled: true,
      allowance_extra: { date: '2026-05-01', seconds: 300 },
    });
    const used = (seconds: number, date: string) =>
      device([limited], { usage: [{ childId: 'mia', date, seconds }], unreachableSince: NOON });
    expect(decide(used(899, '2026-05-01'), NOON).state).toBe('allowed');
    expect(decide(used(900, '2026-05-01'), NOON).state).toBe('blocked');
    expect(decide(used(600, '2026-05-02'), NOON + 24 * 3_600_000).state).toBe('blocked');
  });

  test('counts time in a learning app for the app only, and no time in an app that is never allowed', () => {
    const users = [child({ uncounted_apps: [LEARN], app_directives: { never: 'N' } })];
    const learnt = addUsage(device(users, { openApp: LEARN }), 60, NOON);
    expect(learnt.usage).toEqual([]);
    expect(learnt.appUsage).toEqual([mine(LEARN, 60)]);
    const played = addUsage({ ...learnt, openApp: GAME }, 30, NOON);
    expect(played.usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 30 }]);
    expect(played.appUsage).toEqual([mine(LEARN, 60), mine(GAME, 30)]);
    expect(addUsage({ ...played, openApp: 'never' }, 30, NOON)).toMatchObject({ usage: played.usage, appUsage: played.appUsage });
  });

  test('counts time in an always allowed app for the app only, while the device is blocked', () => {
    const users = [child({ app_directives: { [GAME]: 'A' } }, { rules: [BLOCK] })];
    const used = addUsage(device(users, { openApp: GAME }), 30, NOON);
    expect(used).toMatchObject({ usage: [], appUsage: [mine(GAME, 30)] });
    expect(addUsage({ ...used, openApp: LEARN }, 30, NOON).appUsage).toEqual(used.appUsage);
  });

  test('reports the app list once after each change, and app usage only of the dates since the last report', () => {
    const installed = installApp(device([child({})]), { bundleId: 'new', name: 'New', version: '2' });
    expect(isReportDue({ ...queueReport(device([child({})]), NOON), unsentReports: [] }, NOON)).toBe(false);
    expect(isReportDue(installed, NOON)).toBe(true);
    const first = queueReport({ ...installed, appUsage: [{ ...mine(GAME, 5), date: '2026-04-30' }, mine(GAME, 7)] }, NOON);
    expect(first.unsentReports[0]?.apps?.map(({ bundle_id }) => bundle_id)).toEqual([GAME, LEARN, 'new']);
    expect(first.unsentReports[0]?.app_usage).toHaveLength(2);
    const second = queueReport(first, NOON + 1);
    expect(second.unsentReports[1]?.apps).toBeUndefined();
    expect(second.unsentReports[1]?.app_usage).toEqual([{ user_id: 'mia', date: '2026-05-01', bundle_id: GAME, seconds: 7 }]);
    const ahead = { ...first, usageTold: { seconds: 12, at: NOON + 10 * 24 * 60 * 60 * 1000, inUse: false, usedUp: [] } };
    expect(queueReport(ahead, NOON + 1).unsentReports[1]?.app_usage).toHaveLength(2);
    expect(uninstallApp({ ...first, openApp: 'new' }, 'new')).toMatchObject({ openApp: null, isAppListOwed: true, apps: APPS });
    expect(installApp(first, APPS[0] ?? CHILD_APP)).toBe(first);
    expect(parseDeviceState(JSON.stringify(second))).toEqual(second);
  });

  test('sends the app list with the next report when a full queue discarded it', () => {
    let state = queueReport(installApp(device([child({})]), CHILD_APP), NOON);
    for (let turn = 0; turn < 199; turn += 1) state = queueReport(state, NOON);
    expect(state.isAppListOwed).toBe(false);
    expect(queueReport(state, NOON)).toMatchObject({ isAppListOwed: true, usageTold: null });
  });

  test('applies the restrictions that the system and app version support, and reports the others as unsupported', () => {
    const users = [
      child({ omnibus_directives: { allowAppInstallation: 'N', allowAdTracking: 'N', allowAirDrop: 'N', allowAppRemoval: 'A' } }),
    ];
    expect(resolveLimits(device(users))).toEqual({
      restrictions: { allowAppInstallation: 'N', allowAdTracking: 'N' },
      webFilter: null,
      unsupported: [],
    });
    const old = device(users, {}, { osVersion: '9' });
    expect(resolveLimits(old)).toMatchObject({ restrictions: { allowAppInstallation: 'N' }, unsupported: ['allowAdTracking'] });
    expect(queueReport(old, NOON).unsentReports[0]?.unsupported).toEqual(['allowAdTracking']);
    expect(resolveLimits(device(users, {}, { appVersion: '6.0' })).unsupported).toEqual(['allowAppInstallation', 'allowAdTracking']);
    expect(resolveLimits(device(users, {}, { os: 'iOS' })).restrictions).toEqual({
      allowAppInstallation: 'N',
      allowAirDrop: 'N',
    });
    expect([isForbidden(device(users), 'install'), isForbidden(device(users), 'remove')]).toEqual([true, false]);
    expect(resolveLimits(device(users, { managementRemoved: true })).restrictions).toEqual({});
  });

  test('merges the web filters of two children: blocks what either blocks, allows what both allow', () => {
    const on = { enableWebContentFilter: true };
    const mia = child({ omnibus_directives: on, web_filter: { allow: ['a.org', 'b.org'], deny: ['x.com'], categories: ['adult'] } });
    const ben = child({ omnibus_directives: on, web_filter: { allow: ['b.org'], deny: ['y.com'], categories: [] } }, { user_id: 'ben' });
    expect(resolveLimits(device([mia, ben])).webFilter).toEqual({ allow: ['b.org'], deny: ['x.com', 'y.com'], categories: ['adult'] });
    const off = child({ web_filter: { allow: [], deny: ['x.com'], categories: [] } });
    expect(resolveLimits(device([off])).webFilter).toBeNull();
    expect(resolveLimits(device([mia], {}, { appVersion: '6.0' }))).toMatchObject({
      webFilter: null,
      unsupported: ['enableWebContentFilter'],
    });
  });

  function command(kind: DeviceCommandWire['kind']): DeviceCommandWire {
    return { seq: 2, id: `c-${kind}`, kind, user_id: null, args: {}, expires_ts: null };
  }

  test('install_childapp installs the child app, unless the device fails commands', () => {
    const state = device([child({})]);
    expect(answerCommand(state, command('install_childapp'), null, NOON).apps).toContainEqual(CHILD_APP);
    expect(answerCommand(state, command('install_childapp'), 'no', NOON)).toMatchObject({ apps: APPS, isAppListOwed: false });
  });

  test('answers app_list and reports its apps in the same round; reports an error when set to fail', async () => {
    const family = new MemoryFamily(() => NOON);
    family.commands = [command('app_list')];
    family.appUsage = [{ user_id: 'mia', date: '2026-05-01', bundle_id: GAME, seconds: 40 }];
    const agent = family.device({ apps: APPS });
    await step(agent);
    expect(family.acks).toMatchObject([{ id: 'c-app_list', status: 'ok' }]);
    expect(family.reports.at(-1)).toMatchObject({ apps: [{ bundle_id: GAME }, { bundle_id: LEARN }] });
    expect(agent.store.read().appUsageElsewhere).toEqual([mine(GAME, 40)]);
    const failing = new MemoryFamily(() => NOON);
    failing.commands = [command('app_list')];
    await step(failing.device({ apps: APPS, mode: 'failing' }));
    expect(failing.acks).toMatchObject([{ id: 'c-app_list', status: 'error' }]);
    expect(failing.reports.some((report) => 'apps' in report)).toBe(false);
  });

  test("opens each of the child's usable favorite apps within an hour, and no other app", () => {
    const habits = { offlineHours: null, useHours: ['00:00PT1440M'], battery: null, takesTurns: false, opens: [GAME, LEARN, 'not there'] };
    const opened = (granularity: Rules) =>
      new Set(
        Array.from({ length: 60 }, (_, minute) => takeUpApp(device([child(granularity)], { habits }), NOON + minute * 60_000).openApp),
      );
    expect(opened({})).toEqual(new Set([null, GAME, LEARN]));
    expect(opened({ app_directives: { [GAME]: 'N' } })).toEqual(new Set([null, LEARN]));
  });

  test('lists each app with its state and reason, and the unsupported restrictions, in the status', () => {
    const users = [
      child({
        app_directives: { [GAME]: 'N' },
        app_limits: { [LEARN]: 60 },
        omnibus_directives: { allowAppRemoval: 'N', allowAdTracking: 'N' },
      }),
    ];
    const state = device(users, { appUsage: [mine(LEARN, 60)], openApp: LEARN }, { osVersion: '9' });
    expect(describeStatus('phone', state, decide(state, NOON), NOON).slice(-5)).toEqual([
      'Active restrictions: allowAppRemoval = N.',
      'Not supported on this device: allowAdTracking.',
      'Apps:',
      `  Game (${GAME}): blocked, never allowed.`,
      `  Learn (${LEARN}): blocked, today’s app limit is used up, until Sat, May 2, 00:00. Used today: 1 min. Open.`,
    ]);
  });

  test('shows the use of an app on each child’s own date, and not the sum for a shared device', () => {
    // 14:00 on Friday in Berlin is 02:00 on Saturday in Kiritimati.
    const users = [child({}), child({}, { user_id: 'ben', time_zone: 'Pacific/Kiritimati' })];
    const bens = { childId: 'ben', date: '2026-05-02', bundleId: GAME, seconds: 120 };
    const yesterday = { ...bens, date: '2026-05-01', seconds: 600 };
    const lineOf = (change: Partial<DeviceState>) => {
      const state = device(users, { appUsage: [mine(GAME, 60), bens, yesterday], ...change });
      return describeStatus('phone', state, decide(state, NOON), NOON).find((line) => line.includes(GAME));
    };
    expect(lineOf({})).toContain('Used today: 2 min.');
    expect(lineOf({ activeChildId: 'mia' })).toContain('Used today: 1 min.');
    expect(lineOf({ activeChildId: 'ben' })).toContain('Used today: 2 min.');
  });
});
