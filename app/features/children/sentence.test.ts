import { describe, expect, test } from 'vitest';
import { childStatus, command, device, NOW, waitingDevice } from '../../../tests/child-status.ts';
import { toStatusSentence } from './sentence';

const UNTIL = Date.UTC(2026, 4, 15, 5);
const OFFLINE = NOW - 6 * 60_000;
/** Nothing is on its way: the clock alone has moved on. */
const alone = (change: Parameters<typeof waitingDevice>[0] = {}) => waitingDevice({ lastSeenAt: OFFLINE, command: command(), ...change });
/** It has refused, and does what it did. */
const failed = (change: Parameters<typeof waitingDevice>[0] = {}) =>
  waitingDevice({ view: 'allowed', command: command({ state: 'failed', confirmedAt: null, endedAt: NOW }), ...change });
const LEO = { childId: 'leo', name: 'Leo' };

describe('toStatusSentence', () => {
  test.each([
    ['no device', [], { kind: 'no-device' }],
    ['nobody answered yet', [waitingDevice({ applied: null })], { kind: 'silent', devices: 1 }],
    ['nobody of two', [waitingDevice({ applied: null }), waitingDevice({ applied: null })], { kind: 'silent', devices: 2 }],
    ['confirmed by all', [device(), device()], { kind: 'is', state: 'blocked', until: UNTIL }],
    [
      'confirmed by one of two',
      [device(), waitingDevice({ name: 'iPad' })],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    [
      'all in that state, one of them by an older rule',
      [device(), waitingDevice({ applied: { state: 'blocked', at: 0 } })],
      { kind: 'is', state: 'blocked', until: null },
    ],
    [
      'one said so, one never spoke',
      [device(), waitingDevice({ name: 'iPad', applied: null })],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    ['the other one is in other hands', [device(), waitingDevice({ usedBy: LEO })], { kind: 'is', state: 'blocked', until: UNTIL }],
    [
      'the other one is unmanaged',
      [device(), device({ view: 'unmanaged', applied: null })],
      { kind: 'is', state: 'blocked', until: UNTIL },
    ],
    ['confirmed by none', [waitingDevice()], { kind: 'still', state: 'allowed' }],
    // In the state that is asked for, but by an older rule: the end is not confirmed.
    [
      'in that state by an older rule',
      [waitingDevice({ applied: { state: 'blocked', at: 0 } })],
      { kind: 'is', state: 'blocked', until: null },
    ],
    ['not agreed', [waitingDevice(), waitingDevice({ applied: { state: 'paused', at: 0 } })], { kind: 'mixed' }],
    // It keeps by its own clock what it confirmed: «still» would be a claim (A118, D12).
    ['offline on its own clock', [alone()], { kind: 'unheard', devices: 1, since: OFFLINE, state: 'blocked', until: UNTIL }],
    [
      'all of them on their own clocks',
      [alone({ lastSeenAt: OFFLINE - 1 }), alone(), waitingDevice({ applied: null })],
      { kind: 'unheard', devices: 3, since: OFFLINE, state: 'blocked', until: UNTIL },
    ],
    ['online past a boundary', [alone({ lastSeenAt: NOW })], { kind: 'still', state: 'allowed' }],
    ['offline before it fetched', [alone({ command: command({ state: 'sent' }) })], { kind: 'still', state: 'allowed' }],
    [
      'one follows, one is on its own clock',
      [device(), alone()],
      { kind: 'partly', state: 'blocked', until: UNTIL, devices: ['iPhone'], total: 2 },
    ],
    [
      'on its own clock it says nothing for the others',
      [failed({ applied: { state: 'paused', at: 0 } }), alone()],
      { kind: 'still', state: 'paused' },
    ],
    ['management removed everywhere', [device({ view: 'unmanaged' })], { kind: 'unmanaged' }],
    [
      'an unmanaged device says nothing for the others',
      [device({ view: 'unmanaged' }), waitingDevice()],
      { kind: 'still', state: 'allowed' },
    ],
    ['another child’s device says nothing here', [device({ usedBy: LEO }), waitingDevice()], { kind: 'still', state: 'allowed' }],
    ['all in other hands', [device({ usedBy: LEO })], { kind: 'elsewhere' }],
    ['all held by a sibling’s rules, or in other hands', [device({ heldBy: LEO }), device({ usedBy: LEO })], { kind: 'held' }],
    [
      'the other one is held by a sibling’s rules',
      [waitingDevice({ heldBy: LEO }), device()],
      { kind: 'is', state: 'blocked', until: UNTIL },
    ],
    ['held, and managed by nobody', [device({ heldBy: LEO, view: 'unmanaged' })], { kind: 'unmanaged' }],
    ['in other hands, and managed by nobody', [device({ usedBy: LEO, view: 'unmanaged' })], { kind: 'unmanaged' }],
  ])('%s', (_name, devices, headline) => {
    expect(toStatusSentence(childStatus(devices), NOW).headline).toEqual(headline);
  });

  test('never says blocked before a device has said so', () => {
    const sentence = toStatusSentence(childStatus([waitingDevice()]), NOW);
    expect(sentence.asked).toEqual({ state: 'blocked', until: UNTIL });
    expect(sentence.tone).toBe('allowed');
    expect(sentence.waitingFor).toEqual(['iPhone']);
  });

  test('what is asked for ends when it was said to end, or when a rule ends it sooner', () => {
    const LATER = UNTIL + 3_600_000;
    // In the same state by another rule until later: that was not what was tapped.
    expect(toStatusSentence(childStatus([waitingDevice()], { until: LATER }), NOW).asked?.until).toBe(UNTIL);
    expect(toStatusSentence(childStatus([waitingDevice()], { until: NOW + 1 }), NOW).asked?.until).toBe(NOW + 1);
    const why = { kind: 'schedule', ruleId: 's', name: 'Bedtime', effect: 'block', until: LATER } as const;
    expect(toStatusSentence(childStatus([waitingDevice()], { why }), NOW).asked?.until).toBe(UNTIL);
  });

  test('a device that said it could not is not waited for, and what was asked is still said (A118)', () => {
    const asked = { state: 'blocked', until: UNTIL };
    expect(toStatusSentence(childStatus([failed()]), NOW)).toMatchObject({ asked, waitingFor: [], offline: [], failed: ['iPhone'] });
    expect(toStatusSentence(childStatus([failed({ lastSeenAt: OFFLINE })]), NOW)).toMatchObject({ offline: [], failed: ['iPhone'] });
    expect(toStatusSentence(childStatus([device(), failed({ name: 'iPad' })]), NOW)).toMatchObject({ asked: null, failed: ['iPad'] });
  });

  test('nothing is asked of a device on its own clock, nor is it waited for', () => {
    const applied = { state: 'allowed', at: NOW - 3_600_000 };
    const expected = { asked: null, waitingFor: [], offline: [], onOwnClock: [{ name: 'iPhone', applied }], tone: 'pending' };
    expect(toStatusSentence(childStatus([alone()]), NOW)).toMatchObject(expected);
  });

  test('those who follow are named: waited for, offline and unmanaged apart', () => {
    const devices = [
      device({ name: 'A' }),
      waitingDevice({ name: 'B' }),
      waitingDevice({ name: 'C', lastSeenAt: OFFLINE }),
      waitingDevice({ name: 'D', lastSeenAt: null }),
      device({ name: 'E', view: 'unmanaged' }),
    ];
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({
      asked: null,
      waitingFor: ['B'],
      offline: ['C', 'D'],
      unmanaged: ['E'],
    });
  });

  test('a device in other hands is neither waited for nor offline', () => {
    const devices = [waitingDevice({ usedBy: LEO }), waitingDevice({ usedBy: LEO, lastSeenAt: OFFLINE })];
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({
      waitingFor: [],
      offline: [],
      asked: { state: 'blocked', until: UNTIL },
    });
  });

  test('a device that a sibling’s rules hold is told with the sibling, and is not waited for', () => {
    const devices = [waitingDevice({ heldBy: LEO }), waitingDevice({ name: 'iPad', heldBy: { ...LEO, name: null }, lastSeenAt: OFFLINE })];
    const held = [
      { device: 'iPhone', by: 'Leo' },
      { device: 'iPad', by: null },
    ];
    const asked = { state: 'blocked', until: UNTIL };
    expect(toStatusSentence(childStatus(devices), NOW)).toMatchObject({ held, waitingFor: [], offline: [], asked, tone: 'pending' });
    expect(toStatusSentence(childStatus([device({ heldBy: LEO, view: 'unmanaged' })]), NOW).held).toEqual([]);
  });
});
