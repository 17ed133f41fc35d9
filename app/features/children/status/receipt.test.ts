import { describe, expect, test } from 'vitest';
import { command, device, NOW, waitingDevice } from '#tests/child-status.ts';
import { toneOf, toReceipt } from './receipt';

const ASKED = NOW - 60_000;
const OFFLINE = NOW - 6 * 60_000;

describe('toReceipt', () => {
  test.each([
    ['saved command', waitingDevice({ command: command({ state: 'saved', sentAt: null }) }), { kind: 'saved', at: ASKED }, 'pending'],
    ['sent command', waitingDevice(), { kind: 'sent', askedAt: ASKED, sentAt: ASKED + 300 }, 'pending'],
    ['confirmed command', device(), { kind: 'confirmed', askedAt: ASKED, at: ASKED + 800 }, 'allowed'],
    [
      'failed command',
      device({ command: command({ state: 'failed', endedAt: NOW, error: 'no rights' }) }),
      { kind: 'failed', at: NOW, error: 'no rights' },
      'blocked',
    ],
    [
      'failed command, then a report of the requested state',
      device({ applied: { state: 'blocked', at: NOW }, command: command({ state: 'failed', endedAt: NOW - 1, error: 'no rights' }) }),
      { kind: 'reported', at: NOW, failedAt: NOW - 1 },
      'allowed',
    ],
    [
      'failed command, then a report of another state',
      device({ applied: { state: 'allowed', at: NOW }, command: command({ state: 'failed', endedAt: NOW - 1 }) }),
      { kind: 'failed', at: NOW - 1, error: null },
      'blocked',
    ],
    [
      'expired command',
      device({ command: command({ state: 'expired', endedAt: NOW }) }),
      { kind: 'ended', how: 'expired', at: NOW },
      'unmanaged',
    ],
    [
      'superseded command',
      device({ command: command({ state: 'superseded', endedAt: NOW }) }),
      { kind: 'ended', how: 'superseded', at: NOW },
      'unmanaged',
    ],
    [
      'cancelled command',
      device({ command: command({ state: 'cancelled', endedAt: NOW }) }),
      { kind: 'ended', how: 'cancelled', at: NOW },
      'unmanaged',
    ],
    [
      'offline with an undelivered command',
      waitingDevice({ lastSeenAt: OFFLINE }),
      { kind: 'offline', since: OFFLINE, waits: true, ownClock: false, askedAt: ASKED },
      'pending',
    ],
    [
      'offline after a schedule boundary, with the newest rules confirmed',
      waitingDevice({ lastSeenAt: OFFLINE, command: command() }),
      { kind: 'offline', since: OFFLINE, waits: false, ownClock: true, askedAt: null },
      'pending',
    ],
    [
      'offline and up to date',
      device({ lastSeenAt: OFFLINE }),
      { kind: 'offline', since: OFFLINE, waits: false, ownClock: false, askedAt: null },
      'pending',
    ],
    [
      'unmanaged and offline',
      waitingDevice({ view: 'unmanaged', lastSeenAt: OFFLINE }),
      { kind: 'unmanaged', since: OFFLINE },
      'unmanaged',
    ],
    ['no command, but a report', device({ command: null }), { kind: 'reported', at: ASKED + 800, failedAt: null }, 'allowed'],
    ['no command and no report', device({ command: null, applied: null, view: 'pending' }), { kind: 'never-reported' }, 'pending'],
    [
      'confirmed command for another child',
      device({ commandIsOwn: false }),
      { kind: 'reported', at: ASKED + 800, failedAt: null },
      'allowed',
    ],
    [
      'schedule boundary passed since the confirmation',
      device({ view: 'pending', requested: 'allowed' }),
      { kind: 'catching-up' },
      'pending',
    ],
  ])('returns receipt and tone: %s', (_name, status, receipt, tone) => {
    expect(toReceipt(status, NOW)).toEqual(receipt);
    expect(toneOf(toReceipt(status, NOW))).toBe(tone);
  });
});
