import { describe, expect, test } from 'vitest';
import { Refusal } from '#app/wire/errors.ts';
import type { Decision } from './decide.ts';
import { describeDecision, describeHappening, describeRefusal, describeStatus } from './messages.ts';
import { formatMoment, formatSeconds } from './moments.ts';
import { type DeviceState, newDeviceState } from './state.ts';

const NOON = Date.UTC(2026, 4, 1, 10); // 12:00 in Berlin
const DECISION: Decision = {
  state: 'allowed',
  child: { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' },
  why: null,
  nextChange: null,
  scheduleTs: 5,
  policyFrom: NOON - 3_600_000,
  isOfflineDecision: false,
};
const BEDTIME = { kind: 'default-schedule', ruleId: 'r', name: 'Bedtime', effect: 'block', until: null } as const;

describe('messages', () => {
  test("uses the child's time zone and adds the date for another day", () => {
    expect(formatSeconds(NOON + 5_000, 'Europe/Berlin')).toBe('12:00:05');
    expect(formatMoment(NOON, 'Europe/Berlin', NOON)).toBe('12:00');
    expect(formatMoment(NOON + 86_400_000, 'Europe/Berlin', NOON)).toBe('Sat, May 2, 12:00');
    expect(formatMoment(Date.UTC(2026, 4, 1, 22), 'Europe/Berlin', NOON)).toBe('Sat, May 2, 00:00');
  });

  test.each([
    [{}, 'Allowed (Mia, Europe/Berlin): no rule blocks it.'],
    [
      { nextChange: { at: NOON + 3_600_000, state: 'blocked' } },
      'Allowed until 13:00, then blocked (Mia, Europe/Berlin): no rule blocks it.',
    ],
    [
      { state: 'blocked', why: BEDTIME, nextChange: { at: NOON + 3_600_000, state: 'allowed' } },
      'Blocked until 13:00 (Mia, Europe/Berlin): Bedtime.',
    ],
    [
      { state: 'blocked', why: { ...BEDTIME, kind: 'override', name: null } },
      'Blocked (Mia, Europe/Berlin): blocked by a parent, until a parent unblocks it.',
    ],
    [{ why: { ...BEDTIME, kind: 'override', effect: 'grant', until: NOON + 1 } }, 'Allowed (Mia, Europe/Berlin): allowed by a parent.'],
    [
      { state: 'paused', why: { ...BEDTIME, kind: 'pause', effect: 'pause', until: NOON + 1 } },
      'Paused (Mia, Europe/Berlin): paused by a parent.',
    ],
    [{ isOfflineDecision: true }, 'Allowed (Mia, Europe/Berlin): no rule blocks it. Decided offline, using rules from 11:00.'],
  ] satisfies Array<[Partial<Decision>, string]>)('describes a decision: %j', (change, words) => {
    expect(describeDecision({ ...DECISION, ...change }, NOON)).toBe(words);
  });

  test.each([
    [{ reason: 'already_paired' }, 'This pairing already has a device'],
    [{ reason: 'code' }, 'Codes are valid for 15 minutes'],
    [{ reason: 'limit', limit: 1 }, 'device limit (1) has been reached'],
    [{ reason: 'signature' }, 'doesn’t recognize this device'],
    [{}, "The server's own words (400)."],
  ] satisfies Array<[Refusal['details'], string]>)('describes a refusal: %j', (details, words) => {
    expect(describeRefusal(new Refusal(500, 400, "The server's own words", details))).toContain(words);
  });

  test('describes events in one line', () => {
    const ack = { id: 'c1', status: 'ok', schedule_ts: 5, applied: 'blocked', at: NOON } as const;
    expect(describeHappening({ kind: 'acknowledged', ack }, NOON, 'UTC')).toBe('Confirmed c1. The device is blocked.');
    expect(describeHappening({ kind: 'acknowledged', ack: { ...ack, status: 'error', error: 'no' } }, NOON, 'UTC')).toBe(
      'Answered c1 with an error: no.',
    );
    expect(describeHappening({ kind: 'reachable', since: NOON - 90_000 }, NOON, 'UTC')).toBe('Back online after 90 s.');
    expect(describeHappening({ kind: 'gone' }, NOON, 'UTC')).toContain('no longer managed');
    expect(describeHappening({ kind: 'connected' }, NOON, 'UTC')).toContain('Connected');
    expect(describeHappening({ kind: 'disconnected', because: 'no reply to a ping' }, NOON, 'UTC')).toContain('lost: no reply to a ping.');
  });

  const ABOUT = {
    make: 'm',
    model: 'x',
    modelName: 'Mia’s phone',
    os: 'android',
    osVersion: '16',
    appVersion: '9.0.0',
    udid: 'u',
    managementLevel: 'x',
  };
  const FRESH = newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT });
  const PAIRED: DeviceState = {
    ...FRESH,
    enrolment: { kind: 'enrolled', accountId: 'a', deviceId: 'd1', secret: 'ab'.repeat(32) },
    batteryLevel: 0.55,
  };

  test.each([
    [{}, 'Online (polling); last contact with the server never.'],
    [{ socketSince: NOON - 60_000, lastContactAt: NOON }, 'Connected since 11:59:00; last contact with the server 12:00:00.'],
    [{ socketSince: NOON - 600_000, lastContactAt: NOON - 180_000 }, 'Online (polling); last contact with the server 11:57:00.'],
    [
      { socketSince: NOON - 600_000, lastContactAt: NOON - 180_000, lived: { at: NOON - 8_000, boot: null, upMs: 0 } },
      'Connected since 11:50:00; last contact with the server 11:57:00.',
    ],
    [{ poweredOffAt: NOON - 60_000 }, 'Off since 11:59:00; last contact with the server never.'],
    [{ socketSince: NOON, offline: true }, 'Offline (manual); last contact with the server never.'],
    [
      { habits: { offlineHours: '10:00PT60M', useHours: [], battery: null, takesTurns: false, opens: [] } },
      'Offline (scheduled); last contact with the server never.',
    ],
    [{ offline: true }, 'Offline (manual); last contact with the server never.'],
    [
      { unreachableSince: NOON - 60_000, lastContactAt: NOON - 90_000 },
      'No response since 11:59:00; last contact with the server 11:58:30.',
    ],
    [{ delayMs: 4_000 }, 'Mode: normal, 4 s delay. Waiting: 0 commands; unsent: 0; last report: 0.'],
    [{ mode: 'failing' }, 'Mode: failing (answers every command with an error). Waiting: 0 commands; unsent: 0; last report: 0.'],
    [{}, 'Battery: 55%.'],
    [{ managementRemoved: true }, 'Management removed. No rules are enforced.'],
    [
      { serverOffsetMs: 10 * 86_400_000 + 300_000 },
      'Device clock is 10 d 5 min behind. Using the last known time; clock reported as wrong.',
    ],
  ] satisfies Array<[Partial<DeviceState>, string]>)('describes the status: %j', (change, line) => {
    expect(describeStatus('phone', { ...PAIRED, ...change }, DECISION, NOON)).toContain(line);
  });

  test('does not show the secret in the status', () => {
    expect(describeStatus('phone', PAIRED, DECISION, NOON).join()).not.toContain('abab');
    expect(describeStatus('phone', FRESH, DECISION, NOON)).toEqual(['phone is not paired.']);
  });
});
