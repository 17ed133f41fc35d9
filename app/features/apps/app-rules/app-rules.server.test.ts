import { describe, expect, test } from 'vitest';
import { type Granularity, NO_GRANULARITY } from '#app/domain/app-rules';
import type { DeviceStatus } from '#app/features/children/status/child-status';
import { child, childStatus, device, NOW, waitingDevice } from '#tests/child-status.ts';
import type { DeviceProblem } from '../restrictions/restrictions.server';
import { toRow } from './app-rules.server';

const app = {
  bundle_id: 'chess',
  name: 'Chess',
  version: '1',
  device_ids: ['d', 'e'],
  installed_ts: 0,
  came_with_device: true,
  used_today: 60,
};
const granularity = { ...NO_GRANULARITY, directives: { chess: 'N' as const }, appLimits: { chess: 900 } };
const free = childStatus([], { state: 'allowed', why: null, until: null });
const lag = (id: string, kind: 'waiting' | 'unmanaged'): DeviceProblem => ({ id, name: id, os: 'android', support: { kind } });

function rowOf(behind: Array<DeviceProblem>, inForce: Granularity = granularity, status = free) {
  const page = { child: child(), status, rules: [], now: NOW, formToken: 't' };
  return toRow(app, null, { granularity, inForce, page, schedules: [], behind });
}

describe('app rules', () => {
  test('marks a rule as confirmed if a device that has the app applies it (A118)', () => {
    expect(rowOf([lag('d', 'waiting')])).toMatchObject({ isConfirmed: true, behind: [{ id: 'd' }] });
    expect(rowOf([lag('d', 'waiting'), lag('e', 'unmanaged')])).toMatchObject({ isConfirmed: false });
    // A rule that nobody set is neither pending nor confirmed.
    const unset = rowOf([lag('d', 'waiting'), lag('e', 'waiting')], NO_GRANULARITY);
    expect(unset).toMatchObject({ isConfirmed: false, behind: [] });
  });

  test('shows a name without characters that reverse the text direction', () => {
    const page = { child: child(), status: free, rules: [], now: NOW, formToken: 't' };
    const settings = { granularity, inForce: granularity, page, schedules: [], behind: [] };
    expect(toRow({ ...app, name: '\u202elive' }, null, settings).title).toBe('live');
    expect(toRow({ ...app, name: '\u202e ' }, null, settings).title).toBe('chess');
  });

  test('marks a block of the whole device as confirmed if a device confirmed it', () => {
    expect(rowOf([], NO_GRANULARITY, childStatus([waitingDevice()]))).toMatchObject({ isConfirmed: false, access: { why: 'device' } });
    expect(rowOf([], NO_GRANULARITY, childStatus([device(), waitingDevice({ id: 'e' })]))).toMatchObject({ isConfirmed: true });
  });

  test('marks an unblocked app as confirmed usable only when a device reports «allowed» (A118)', () => {
    const open = { view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW } } as const;
    const grant = { ...free, why: { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: null } } as const;
    for (const status of [free, grant]) {
      const rowWith = (...devices: Array<DeviceStatus>) => rowOf([], NO_GRANULARITY, { ...status, devices });
      expect(rowWith(device({ ...open, id: 'e' }), device()), 'open').toMatchObject({ isConfirmed: true, access: { isUsable: true } });
      expect(rowWith(device({ view: 'pending', requested: 'allowed' })), 'lifted, not answered').toMatchObject({ isConfirmed: false });
      expect(rowWith(device({ requested: 'allowed' })), 'refused to lift').toMatchObject({ isConfirmed: false });
      const sibling = { childId: 'leo', name: 'Leo' };
      expect(rowWith(device({ governedBy: sibling })), 'held by a sibling’s rules').toMatchObject({ isConfirmed: false });
      expect(rowWith(device({ ...open, usedBy: sibling })), 'in other hands').toMatchObject({ isConfirmed: false });
    }
  });

  test('keeps the stored rule but shows no effect if the plan does not include it (APPS-015)', () => {
    expect(rowOf([], NO_GRANULARITY)).toMatchObject({ directive: 'N', access: { isUsable: true, why: null }, limitSeconds: null });
  });
});
