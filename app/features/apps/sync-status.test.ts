import { describe, expect, test } from 'vitest';
import type { PolicyDelivery } from '#app/features/children/status/child-status.server';
import { getSyncStatus } from './sync-status';

const CHANGED = 100;
const delivery = (change: Partial<PolicyDelivery>): PolicyDelivery => ({
  isManaged: true,
  applied: { policyAt: 90, at: 95 },
  command: null,
  ...change,
});
const command = (state: 'saved' | 'failed' | 'confirmed', policyAt = CHANGED) => ({
  state,
  policyAt,
  endedAt: state === 'saved' ? null : 110,
});

describe('getSyncStatus', () => {
  test.each<[string, PolicyDelivery, string | undefined]>([
    ['has not answered', delivery({ command: command('saved') }), 'waiting'],
    ['has never reported', delivery({ applied: null, command: command('saved') }), 'waiting'],
    ['failed', delivery({ command: command('failed') }), 'failed'],
    [
      'failed and names the policy it failed to apply',
      delivery({ applied: { policyAt: CHANGED, at: 110 }, command: command('failed') }),
      'failed',
    ],
    [
      'failed but later reported that it applies the policy',
      delivery({ applied: { policyAt: CHANGED, at: 120 }, command: command('failed') }),
      undefined,
    ],
    [
      'has an unanswered later command for something else',
      delivery({ applied: { policyAt: CHANGED, at: 110 }, command: command('saved', 150) }),
      undefined,
    ],
    [
      'failed at a later command for something else',
      delivery({ applied: { policyAt: CHANGED, at: 110 }, command: command('failed', 150) }),
      undefined,
    ],
    ['confirmed the policy', delivery({ applied: { policyAt: CHANGED, at: 110 }, command: command('confirmed') }), undefined],
    ['is unmanaged, regardless of earlier reports', delivery({ isManaged: false, applied: { policyAt: CHANGED, at: 110 } }), 'unmanaged'],
  ])('returns the status of a device that %s', (_title, policy, kind) => {
    expect(getSyncStatus(policy, CHANGED)?.kind).toBe(kind);
  });

  test('returns null if nothing was ever set', () => {
    expect(getSyncStatus(delivery({ applied: null }), 0)).toBeNull();
  });
});
