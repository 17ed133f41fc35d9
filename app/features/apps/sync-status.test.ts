import { describe, expect, test } from 'vitest';
import type { PolicyDelivery } from '#app/features/children/status/child-status.server';
import { getSyncStatus } from './sync-status';

const CHANGED = 100;
const heard = (change: Partial<PolicyDelivery>): PolicyDelivery => ({
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

describe('getSyncStatus', () => {
  test.each<[string, PolicyDelivery, string | undefined]>([
    ['has not answered', heard({ command: sent('saved') }), 'waiting'],
    ['has never reported', heard({ applied: null, command: sent('saved') }), 'waiting'],
    ['failed', heard({ command: sent('failed') }), 'failed'],
    [
      'failed and names the policy it failed to apply',
      heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('failed') }),
      'failed',
    ],
    [
      'failed but later reported that it applies the policy',
      heard({ applied: { policyAt: CHANGED, at: 120 }, command: sent('failed') }),
      undefined,
    ],
    [
      'has an unanswered later command for something else',
      heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('saved', 150) }),
      undefined,
    ],
    [
      'failed at a later command for something else',
      heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('failed', 150) }),
      undefined,
    ],
    ['confirmed the policy', heard({ applied: { policyAt: CHANGED, at: 110 }, command: sent('confirmed') }), undefined],
    ['is unmanaged, regardless of earlier reports', heard({ isManaged: false, applied: { policyAt: CHANGED, at: 110 } }), 'unmanaged'],
  ])('returns the status of a device that %s', (_title, policy, kind) => {
    expect(getSyncStatus(policy, CHANGED)?.kind).toBe(kind);
  });

  test('returns null if nothing was ever set', () => {
    expect(getSyncStatus(heard({ applied: null }), 0)).toBeNull();
  });
});
