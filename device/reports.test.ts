import { describe, expect, test } from 'vitest';
import { NO_GRANULARITY } from '#app/domain/app-rules.ts';
import { toWireGranularity } from '#app/wire/granularity.ts';
import { isReportDue, queueReport, takePace } from './reports.ts';
import { fresh, limitedPolicy, MINUTE, NOON } from './state.fixture.ts';
import { type DeviceState, parseDeviceState, setMode } from './state.ts';
import { apply, setManagement } from './transitions.ts';
import { addUsage } from './usage.ts';

describe('reports', () => {
  test('reports every three hours with an open socket, every 15 minutes in use, every minute with a limit', () => {
    const told: DeviceState = { ...queueReport(apply(fresh({ socketSince: NOON }), NOON), NOON), unsentReports: [] };
    expect(isReportDue(told, NOON + 180 * MINUTE - 1)).toBe(false);
    expect(isReportDue(told, NOON + 180 * MINUTE)).toBe(true);
    const first = addUsage(told, 30, NOON);
    expect(isReportDue(first, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(first, NOON + MINUTE)).toBe(true);
    const used = addUsage({ ...queueReport(first, NOON), unsentReports: [] }, 30, NOON);
    expect(isReportDue(used, NOON + 15 * MINUTE - 1)).toBe(false);
    expect(isReportDue(used, NOON + 15 * MINUTE)).toBe(true);
    const limited = { ...used, policy: limitedPolicy() };
    expect(isReportDue(limited, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(limited, NOON + MINUTE)).toBe(true);
    const toldAgain: DeviceState = { ...queueReport(limited, NOON + MINUTE), unsentReports: [] };
    expect(toldAgain.usageTold).toMatchObject({ seconds: 60, at: NOON + MINUTE });
    expect(isReportDue({ ...toldAgain, lastUsedAt: NOON + 3 * MINUTE }, NOON + 3 * MINUTE)).toBe(false);
  });

  test.each([
    [0.8, 0.71, 180],
    [0.8, 0.7, 60],
    [0.8, 0.9, 60],
    [0.3, 0.204, 0],
    [0.21, 0.2, 0],
    [0.2, 0.21, 0],
    [null, 0.2, 0],
    [null, 0.5, 60],
    [null, null, 180],
  ])('reports a battery last reported at %s and now at %s after %s minutes', (batteryTold, batteryLevel, minutes) => {
    const said = queueReport(apply(fresh({ socketSince: NOON, batteryLevel: batteryTold }), NOON), NOON);
    const state: DeviceState = { ...said, unsentReports: [], batteryLevel };
    if (minutes > 0) expect(isReportDue(state, NOON + minutes * MINUTE - 1)).toBe(false);
    expect(isReportDue(state, NOON + minutes * MINUTE)).toBe(true);
  });

  /** Returns a device with a daily limit that has reported 30 s of use. The server wants a report of growing use every five minutes. */
  function playing(change: Partial<DeviceState> = {}): DeviceState {
    const used = addUsage(apply(fresh({ socketSince: NOON, policy: limitedPolicy(), ...change }), NOON), 30, NOON);
    return takePace({ ...queueReport(used, NOON), unsentReports: [] }, 300);
  }

  function isInUseBy(state: DeviceState, now: number): boolean | undefined {
    return queueReport(state, now).unsentReports.at(-1)?.in_use;
  }

  test('reports growing use as often as the server asks, and its end immediately', () => {
    const used = (minutes: number) => addUsage(playing(), 60, NOON + minutes * MINUTE);
    expect(isReportDue(used(4), NOON + 5 * MINUTE - 1)).toBe(false);
    expect(isReportDue(used(5), NOON + 5 * MINUTE)).toBe(true);
    expect(isReportDue(takePace(used(1)), NOON + MINUTE)).toBe(true);
    // Tests the end of use without and with unreported seconds.
    for (const state of [playing(), used(0)]) {
      expect(isReportDue(state, NOON + 90_000 - 1)).toBe(false);
      expect(isInUseBy(state, NOON + 90_000 - 1)).toBe(true);
      expect(isReportDue(state, NOON + 90_000)).toBe(true);
      expect(isInUseBy(state, NOON + 90_000)).toBe(false);
      const told: DeviceState = { ...queueReport(state, NOON + 90_000), unsentReports: [] };
      expect(isReportDue(told, NOON + 30 * MINUTE)).toBe(false);
      // New use is reported within a minute.
      expect(isReportDue(addUsage(told, 5, NOON + 150_000), NOON + 150_000)).toBe(true);
    }
    expect(isInUseBy({ ...playing(), policy: fresh().policy }, NOON)).toBeUndefined();
  });

  test('reports immediately when the daily limit or an app limit is used up', () => {
    const [mia] = limitedPolicy()?.rules.users ?? [];
    if (mia === undefined) throw new Error('no child');
    const granularity = { ...toWireGranularity(NO_GRANULARITY), app_limits: { game: 60 } };
    const users = [{ ...mia, allowance: Array(7).fill(90), granularity }];
    const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
    const state = playing({ policy, openApp: 'game' });
    expect(isReportDue(addUsage(state, 29, NOON + 29_000), NOON + 29_000)).toBe(false);
    const [at, later] = [NOON + 30_000, NOON + 60_000];
    const ofApp = addUsage(state, 30, at);
    expect(isReportDue(ofApp, at)).toBe(true);
    const told: DeviceState = { ...queueReport(ofApp, at), unsentReports: [] };
    expect(isReportDue(told, later)).toBe(false);
    expect(isReportDue(apply(addUsage({ ...told, openApp: null }, 30, later), later), later)).toBe(true);
  });

  test('numbers reports in ascending order across a restart, whether or not earlier reports were sent', () => {
    const first = queueReport(apply(fresh(), NOON), NOON);
    const restarted = parseDeviceState(JSON.stringify(first));
    expect(restarted).toEqual(first);
    const second = queueReport(restarted ?? fresh(), NOON + 1);
    expect(second.unsentReports.map(({ seq }) => seq)).toEqual([1, 2]);
    const sent: DeviceState = { ...second, unsentReports: [] };
    expect(queueReport(sent, NOON + 2).unsentReports.map(({ seq }) => seq)).toEqual([3]);
  });

  test('keeps the report of an event when a full queue discards a report', () => {
    let state = setManagement(apply(fresh(), NOON), true, NOON);
    for (let more = 0; more < 250; more += 1) state = queueReport(state, NOON + more);
    expect(state.unsentReports).toHaveLength(200);
    expect(state.unsentReports[0]?.events).toEqual([{ type: 'management_removed', at: NOON }]);
    expect(state.unsentReports.map(({ seq }) => seq)).toEqual([1, ...Array.from({ length: 199 }, (_, index) => 53 + index)]);
  });

  test("includes today's date in a report, even without use", () => {
    const [report] = queueReport(apply(fresh(), NOON), NOON).unsentReports;
    expect(report?.usage).toEqual([{ user_id: 'mia', date: '2026-05-01', seconds: 0 }]);
  });

  test('reports a change immediately, a heartbeat after a minute, and nothing offline', () => {
    const applied = apply(fresh(), NOON);
    expect(isReportDue(applied, NOON)).toBe(true);
    expect(isReportDue({ ...applied, told: { state: 'blocked', scheduleTs: 5, at: NOON } }, NOON)).toBe(true);
    expect(isReportDue({ ...applied, told: { state: 'allowed', scheduleTs: 4, at: NOON } }, NOON)).toBe(true);
    const told: DeviceState = { ...queueReport(applied, NOON), unsentReports: [] };
    expect(isReportDue(told, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(told, NOON + MINUTE)).toBe(true);
    expect(isReportDue({ ...told, unreachableSince: NOON }, NOON + MINUTE)).toBe(false);
    expect(isReportDue({ ...told, offline: true }, NOON + MINUTE)).toBe(false);
    expect(isReportDue(setMode({ ...told, mode: 'failing' }, 'prompt'), NOON)).toBe(true);
  });

  test('reports again after the clock was days ahead at the last report', () => {
    const ahead: DeviceState = { ...queueReport(apply(fresh(), NOON), NOON + 4 * 86_400_000), unsentReports: [] };
    expect(isReportDue(ahead, NOON)).toBe(true);
  });
});
