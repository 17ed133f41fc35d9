import { type DeviceState, newDeviceState } from './state.ts';

const ABOUT = {
  make: 'm',
  model: 'x',
  modelName: 'X',
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  udid: 'u',
  managementLevel: 'device-owner',
};
export const NOON = Date.UTC(2026, 4, 1, 12);
export const MINUTE = 60_000;
const MIA = {
  user_id: 'mia',
  user_name: 'Mia',
  time_zone: 'UTC',
  rules: [],
  allowance: [0, 0, 0, 0, 0, 0, 0],
  allowance_enabled: false,
  allowance_extra: null,
  requested_state: 'play',
  pause_until: null,
  granularity: null,
} as const;

export function fresh(change: Partial<DeviceState> = {}): DeviceState {
  return {
    ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT }),
    enrolment: { kind: 'enrolled', accountId: 'a', deviceId: 'd', secret: 'ab'.repeat(32) },
    policy: {
      rules: { v: 1, users: [{ ...MIA, rules: [], allowance: [...MIA.allowance] }], sampling: null, account_key: null },
      scheduleTs: 5,
      fetchedAt: NOON,
    },
    ...change,
  };
}

export function limitedPolicy(): DeviceState['policy'] {
  const user = { ...MIA, rules: [], allowance: Array(7).fill(3600), allowance_enabled: true };
  return { rules: { v: 1, users: [user], sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
}
