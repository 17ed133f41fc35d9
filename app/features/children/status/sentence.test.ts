import { describe, expect, test } from 'vitest';
import { childStatus, command, device, NOW, waitingDevice } from '#tests/child-status.ts';
import { toStatusSentence } from './sentence';

const UNTIL = Date.UTC(2026, 4, 15, 5);
const OFFLINE = NOW - 6 * 60_000;
/** Returns a device that is offline after a schedule boundary, with nothing undelivered. */
const alone = (change: Parameters<typeof waitingDevice>[0] = {}) => waitingDevice({ lastSeenAt: OFFLINE, command: command(), ...change });
/** Returns a device that keeps its earlier state because the command failed. */
const failed = (change: Parameters<typeof waitingDevice>[0] = {}) =>
  waitingDevice({ view: 'allowed', command: command({ state: 'failed', confirmedAt: null, endedAt: NOW }), ...change });
const LEO = { childId: 'leo', name: 'Leo' };

describe('toStatusSentence', () => {
  test.each([
    ['no device', [], { kind: 'no-device' }],
    ['one device without a report', [waitingDevice({ applied: null })], { kind: 'no-report', devices: 1 }],
    [
      'two devices without a report',
      [waitingDevice({ applied: null }), waitingDevice({ applied: null })],
      { kind: 'no-report', devices: 2 },
    ],
    ['confirmed by all', [device(), device()], { kind: 'is', state: 'blocked', until: UNTIL }],
    [
      'confirmed by one of two devices',
      [device(), waitingDevice({ name: 'iPad' })],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    [
      'all in the requested state, one by an older rule',
      [device(), waitingDevice({ applied: { state: 'blocked', at: 0 } })],
      { kind: 'is', state: 'blocked', until: null },
    ],
    [
      'one reported, one never reported',
      [device(), waitingDevice({ name: 'iPad', applied: null })],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    [
      'the other device is used by another child',
      [device(), waitingDevice({ usedBy: LEO })],
      { kind: 'is', state: 'blocked', until: UNTIL },
    ],
    [
      'the other device is unmanaged',
      [device(), device({ view: 'unmanaged', applied: null })],
      { kind: 'is', state: 'blocked', until: UNTIL },
    ],
    ['not confirmed', [waitingDevice()], { kind: 'unchanged', state: 'allowed' }],
    // The device is in the requested state because of an older rule, so the end is not confirmed.
    [
      'in the requested state by an older rule',
      [waitingDevice({ applied: { state: 'blocked', at: 0 } })],
      { kind: 'is', state: 'blocked', until: null },
    ],
    ['different states', [waitingDevice(), waitingDevice({ applied: { state: 'paused', at: 0 } })], { kind: 'mixed' }],
    // The device applies the confirmed rules by its own clock. «Still allowed» would be an unconfirmed claim (A118, D12).
    ['offline on its own clock', [alone()], { kind: 'own-clock', devices: 1, since: OFFLINE, state: 'blocked', until: UNTIL }],
    [
      'all offline on their own clocks',
      [alone({ lastSeenAt: OFFLINE - 1 }), alone(), waitingDevice({ applied: null })],
      { kind: 'own-clock', devices: 3, since: OFFLINE, state: 'blocked', until: UNTIL },
    ],
    ['online after a schedule boundary', [alone({ lastSeenAt: NOW })], { kind: 'unchanged', state: 'allowed' }],
    ['offline before delivery', [alone({ command: command({ state: 'sent' }) })], { kind: 'unchanged', state: 'allowed' }],
    [
      'one confirmed, one on its own clock',
      [device(), alone()],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    [
      'another state on one device, and one device on its own clock',
      [failed({ applied: { state: 'paused', at: 0 } }), alone()],
      { kind: 'unchanged', state: 'paused' },
    ],
    ['management removed everywhere', [device({ view: 'unmanaged' })], { kind: 'unmanaged' }],
    ['one unmanaged, one not confirmed', [device({ view: 'unmanaged' }), waitingDevice()], { kind: 'unchanged', state: 'allowed' }],
    ['one used by another child, one not confirmed', [device({ usedBy: LEO }), waitingDevice()], { kind: 'unchanged', state: 'allowed' }],
    ['all used by another child', [device({ usedBy: LEO })], { kind: 'used-by-others' }],
    [
      'all used by another child or under its rules',
      [device({ governedBy: LEO }), device({ usedBy: LEO })],
      { kind: 'governed-by-others' },
    ],
    [
      'another child’s rules apply on the other device',
      [waitingDevice({ governedBy: LEO }), device()],
      { kind: 'is', state: 'blocked', until: UNTIL },
    ],
    ['unmanaged, with another child’s rules', [device({ governedBy: LEO, view: 'unmanaged' })], { kind: 'unmanaged' }],
    ['unmanaged, used by another child', [device({ usedBy: LEO, view: 'unmanaged' })], { kind: 'unmanaged' }],
  ])('returns the headline: %s', (_name, devices, headline) => {
    expect(toStatusSentence(childStatus(devices), NOW).headline).toEqual(headline);
  });

  test('does not say that devices are blocked before a device has reported it', () => {
    const sentence = toStatusSentence(childStatus([waitingDevice()]), NOW);
    expect(sentence.requested).toEqual({ state: 'blocked', until: UNTIL });
    expect(sentence.tone).toBe('allowed');
    expect(sentence.waitingFor).toEqual(['iPhone']);
  });

  test("returns the request's own end, or an earlier end if a rule ends it", () => {
    const LATER = UNTIL + 3_600_000;
    // Another rule keeps the same state until later; the parent did not request that.
    expect(toStatusSentence(childStatus([waitingDevice()], { until: LATER }), NOW).requested?.until).toBe(UNTIL);
    expect(toStatusSentence(childStatus([waitingDevice()], { until: NOW + 1 }), NOW).requested?.until).toBe(NOW + 1);
    const why = { kind: 'schedule', ruleId: 's', name: 'Bedtime', effect: 'block', until: LATER } as const;
    expect(toStatusSentence(childStatus([waitingDevice()], { why }), NOW).requested?.until).toBe(UNTIL);
  });

  test('lists a failed device as failed, not as waiting, and still shows the request (A118)', () => {
    const requested = { state: 'blocked', until: UNTIL };
    expect(toStatusSentence(childStatus([failed()]), NOW)).toMatchObject({ requested, waitingFor: [], offline: [], failed: ['iPhone'] });
    expect(toStatusSentence(childStatus([failed({ lastSeenAt: OFFLINE })]), NOW)).toMatchObject({ offline: [], failed: ['iPhone'] });
    expect(toStatusSentence(childStatus([device(), failed({ name: 'iPad' })]), NOW)).toMatchObject({ requested: null, failed: ['iPad'] });
  });

  test('shows no request and no waiting for a device on its own clock', () => {
    const applied = { state: 'allowed', at: NOW - 3_600_000 };
    const expected = { requested: null, waitingFor: [], offline: [], onOwnClock: [{ name: 'iPhone', applied }], tone: 'pending' };
    expect(toStatusSentence(childStatus([alone()]), NOW)).toMatchObject(expected);
  });

  test('lists waiting, offline and unmanaged devices separately', () => {
    const devices = [
      device({ name: 'A' }),
      waitingDevice({ name: 'B' }),
      waitingDevice({ name: 'C', lastSeenAt: OFFLINE }),
      waitingDevice({ name: 'D', lastSeenAt: null }),
      device({ name: 'E', view: 'unmanaged' }),
    ];
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({
      requested: null,
      waitingFor: ['B'],
      offline: ['C', 'D'],
      unmanaged: ['E'],
    });
  });

  test('lists a device used by another child as neither waiting nor offline', () => {
    const devices = [waitingDevice({ usedBy: LEO }), waitingDevice({ usedBy: LEO, lastSeenAt: OFFLINE })];
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({
      waitingFor: [],
      offline: [],
      requested: { state: 'blocked', until: UNTIL },
    });
  });

  test('lists a device under another child’s rules with that child, not as waiting', () => {
    const devices = [
      waitingDevice({ governedBy: LEO }),
      waitingDevice({ name: 'iPad', governedBy: { ...LEO, name: null }, lastSeenAt: OFFLINE }),
    ];
    const governedByOther = [
      { device: 'iPhone', by: 'Leo' },
      { device: 'iPad', by: null },
    ];
    const requested = { state: 'blocked', until: UNTIL };
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({
      governedByOther,
      waitingFor: [],
      offline: [],
      requested,
      tone: 'pending',
    });
    expect(toStatusSentence(childStatus([device({ governedBy: LEO, view: 'unmanaged' })]), NOW).governedByOther).toEqual([]);
  });
});
