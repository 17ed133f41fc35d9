import { describe, expect, test } from 'vitest';
import { command, device, NOW, waitingDevice } from '../../../tests/child-status.ts';
import { toneOf, toReceipt } from './receipt';

const ASKED = NOW - 60_000;
const OFFLINE = NOW - 6 * 60_000;

describe('receipt', () => {
  test.each([
    ['asked for', waitingDevice({ command: command({ state: 'saved', sentAt: null }) }), { kind: 'asked', at: ASKED }, 'pending'],
    ['on its way', waitingDevice(), { kind: 'travelling', askedAt: ASKED, sentAt: ASKED + 300 }, 'pending'],
    ['confirmed', device(), { kind: 'confirmed', askedAt: ASKED, at: ASKED + 800 }, 'allowed'],
    [
      'failed',
      device({ command: command({ state: 'failed', endedAt: NOW, error: 'no rights' }) }),
      { kind: 'failed', at: NOW, error: 'no rights' },
      'blocked',
    ],
    [
      'failed, and did it all the same by its later word',
      device({ applied: { state: 'blocked', at: NOW }, command: command({ state: 'failed', endedAt: NOW - 1, error: 'no rights' }) }),
      { kind: 'said', at: NOW, failedAt: NOW - 1 },
      'allowed',
    ],
    [
      'failed, and said since that it does something else',
      device({ applied: { state: 'allowed', at: NOW }, command: command({ state: 'failed', endedAt: NOW - 1 }) }),
      { kind: 'failed', at: NOW - 1, error: null },
      'blocked',
    ],
    ['expired', device({ command: command({ state: 'expired', endedAt: NOW }) }), { kind: 'ended', how: 'expired', at: NOW }, 'unmanaged'],
    [
      'superseded',
      device({ command: command({ state: 'superseded', endedAt: NOW }) }),
      { kind: 'ended', how: 'superseded', at: NOW },
      'unmanaged',
    ],
    [
      'cancelled',
      device({ command: command({ state: 'cancelled', endedAt: NOW }) }),
      { kind: 'ended', how: 'cancelled', at: NOW },
      'unmanaged',
    ],
    [
      'offline and waiting',
      waitingDevice({ lastSeenAt: OFFLINE }),
      { kind: 'offline', since: OFFLINE, waits: true, ownClock: false, askedAt: ASKED },
      'pending',
    ],
    [
      'offline past a boundary, with the newest rules confirmed',
      waitingDevice({ lastSeenAt: OFFLINE, command: command() }),
      { kind: 'offline', since: OFFLINE, waits: false, ownClock: true, askedAt: null },
      'pending',
    ],
    [
      'offline in step',
      device({ lastSeenAt: OFFLINE }),
      { kind: 'offline', since: OFFLINE, waits: false, ownClock: false, askedAt: null },
      'pending',
    ],
    ['unmanaged before all', waitingDevice({ view: 'unmanaged', lastSeenAt: OFFLINE }), { kind: 'unmanaged', since: OFFLINE }, 'unmanaged'],
    ['never asked, has spoken', device({ command: null }), { kind: 'said', at: ASKED + 800, failedAt: null }, 'allowed'],
    ['never asked, never spoken', device({ command: null, applied: null, view: 'pending' }), { kind: 'silent' }, 'pending'],
    [
      'confirmed what was tapped for another child',
      device({ commandIsOwn: false }),
      { kind: 'said', at: ASKED + 800, failedAt: null },
      'allowed',
    ],
    ['a boundary has passed since', device({ view: 'pending', requested: 'allowed' }), { kind: 'following' }, 'pending'],
  ])('%s', (_name, status, receipt, tone) => {
    expect(toReceipt(status, NOW)).toEqual(receipt);
    expect(toneOf(toReceipt(status, NOW))).toBe(tone);
  });
});
