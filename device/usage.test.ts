import { describe, expect, test } from 'vitest';
import { BEDTIME } from './family.fixture.ts';
import { queueReport } from './reports.ts';
import { fresh, limitedPolicy, MINUTE, NOON } from './state.fixture.ts';
import { apply } from './transitions.ts';
import { addUsage } from './usage.ts';

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
});
