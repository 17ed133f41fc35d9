import { describe, expect, test } from 'vitest';
import type { HeardPolicy } from '~/features/children/child-status.server';
import { getSyncStatus } from './sync-status';

const CHANGED = 100;
const heard = (change: Partial<HeardPolicy>): HeardPolicy => ({
  isManaged: true,
  applied: { policyAt: 90, at: 95 },
  command: null,
  ...change,
});
const sent = (state: 'saved' | 'failed' | 'confirmed', policyAt = CHANGED) => ({
  state,
  policyAt,
  endedAt: state === 'saved' ? null : 110,
});

describe('sync status', () => {
  test.each<[string, HeardPolicy, string | undefined]>([
    ['has not answered', heard({ command: sent('saved') }), 'waiting'],
    ['has never said anything', heard({ applied: null, command: sent('saved') }), 'waiting'],
    ['failed', heard({ command: sent('failed') }), 'failed'],
    ['failed and names what it failed at', heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('failed') }), 'failed'],
    ['failed, and has it by a later word', heard({ applied: { policyAt: CHANGED, at: 120 }, command: sent('failed') }), undefined],
    [
      'is asked for something else that came later',
      heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('saved', 150) }),
      undefined,
    ],
    [
      'failed at something else that came later',
      heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('failed', 150) }),
      undefined,
    ],
    ['keeps it', heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('confirmed') }), undefined],
    ['is not managed, whatever it said', heard({ isManaged: false, applied: { policyAt: CHANGED, at: 110 } }), 'unmanaged'],
  ])('a device that %s', (_title, policy, kind) => {
    expect(getSyncStatus(policy, CHANGED)?.kind).toBe(kind);
  });

  test('where nothing was ever set, no device is behind with it', () => {
    expect(getSyncStatus(heard({ applied: null }), 0)).toBeNull();
  });
});
