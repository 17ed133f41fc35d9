import { describe, expect, test } from 'vitest';
import { sendReport } from '#app/wire/device.ts';
import { BEDTIME } from './family.fixture.ts';
import { queueReport } from './reports.ts';
import { fresh, limitedPolicy, MINUTE, NOON } from './state.fixture.ts';
import { apply } from './transitions.ts';
import { addUsage } from './usage.ts';

const DAY = 24 * 60 * MINUTE;
const TODAY = '2026-05-01';
type Total = { user_id: string; date: string; seconds: number };

describe('usage', () => {
  test('counts use per local date, only while allowed', () => {
    const allowed = apply(fresh(), NOON);
    const used = addUsage(addUsage(allowed, 2.4, NOON), 3, NOON);
    expect(used.usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 5 }]);
    expect(queueReport(used, NOON + 9).unsentReports.at(-1)?.last_activity).toBe(NOON);
    expect(addUsage(used, 7, NOON + 86_400_000).usage).toContainEqual({ childId: 'mia', date: '2026-05-02', seconds: 7 });
    expect(addUsage({ ...allowed, applied: { state: 'blocked', scheduleTs: 5, at: NOON } }, 5, NOON).usage).toEqual([]);
  });

  test('counts granted time for the open app, not for the day (A08)', () => {
    const grant = { ...BEDTIME, type: 'override', ruledef_name: 'grant', created_ts: NOON, expiry: NOON + 60 * MINUTE } as const;
    const policy = limitedPolicy();
    const granted = policy && {
      ...policy,
      rules: { ...policy.rules, users: policy.rules.users.map((user) => ({ ...user, rules: [grant] })) },
    };
    const state = apply(fresh({ policy: granted, openApp: 'game' }), NOON);
    const during = addUsage(state, 30, NOON + 59 * MINUTE);
    expect(during).toMatchObject({ usage: [], appUsage: [{ bundleId: 'game', seconds: 30 }], lastUsedAt: NOON + 59 * MINUTE });
    expect(addUsage(during, 30, NOON + 60 * MINUTE).usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 30 }]);
  });

  test('counts use for each child while no child is active, and applies the strictest limit', () => {
    const [mia] = limitedPolicy()?.rules.users ?? [];
    if (mia === undefined) throw new Error('no child');
    const users = [mia, { ...mia, user_id: 'ben', allowance: Array(7).fill(60) }];
    const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
    const used = addUsage(apply(fresh({ policy }), NOON), 60, NOON);
    expect(used.usage.map(({ childId, seconds }) => [childId, seconds])).toEqual([
      ['mia', 60],
      ['ben', 60],
    ]);
    expect(apply(used, NOON).applied?.state).toBe('blocked');
    expect(apply({ ...used, activeChildId: 'mia' }, NOON).applied?.state).toBe('allowed');
    const named = addUsage({ ...apply({ ...used, activeChildId: 'mia' }, NOON) }, 5, NOON);
    expect(named.usage.find(({ childId }) => childId === 'ben')?.seconds).toBe(60);
  });

  test.each([1, 17, 18, 20])('reports today for each of %i children, and every older day within two reports', (count) => {
    const [mia] = limitedPolicy()?.rules.users ?? [];
    if (mia === undefined) throw new Error('no child');
    const users = Array.from({ length: count }, (_, index) => ({ ...mia, user_id: `child-${index}` }));
    const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
    let state = apply(fresh({ policy }), NOON);
    for (let day = 60; day > 0; day -= 1) state = addUsage(state, 60, NOON - day * DAY);
    // Only one child uses the device today.
    state = addUsage({ ...state, activeChildId: 'child-0' }, 30, NOON);
    const keyOf = ({ user_id, date, seconds }: Total) => `${user_id} ${date} ${seconds}`;
    const older = state.usage.filter(({ date }) => date !== TODAY).map((total) => keyOf({ ...total, user_id: total.childId }));
    const reports = queueReport(queueReport(state, NOON), NOON).unsentReports.slice(-2);
    const sent = reports.map((report) => sendReport.body.parse(report).usage);
    for (const usage of sent) {
      const today = usage.filter(({ date }) => date === TODAY).map(({ user_id, seconds }) => [user_id, seconds]);
      expect(Object.fromEntries(today)).toEqual(Object.fromEntries(users.map(({ user_id }, index) => [user_id, index === 0 ? 30 : 0])));
    }
    const past = sent.flat().filter(({ date }) => date !== TODAY);
    expect(new Set(past.map(keyOf))).toEqual(new Set(older));
  });
});
