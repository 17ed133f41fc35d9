import type { BlockStatusWire } from '#app/wire/block-status';
import type { CommandWire } from '#app/wire/command';
import type { DeviceCommandWire, DeviceFrameDown, PolicyWire } from '#app/wire/device';
import type { NotificationWire } from '#app/wire/notification';
import type { RealtimeFrame } from '#app/wire/realtime';
import type { RuleWire } from '#app/wire/rule';
import { ACCOUNT_ID, ALLOWANCE, CHILD_ID, COMMAND_ID, DEVICE_ID, HOUR, NOON, RULE_ID } from './examples';

// All examples tell one story: Mia is blocked for an hour at noon, and her phone confirms after 0.8 s.
const RULE_OWNER = { user_id: CHILD_ID, account_id: ACCOUNT_ID, active: true };
export const BLOCK: RuleWire = {
  ...RULE_OWNER,
  rule_id: RULE_ID,
  ruledef_id: 'block',
  ruledef_name: 'block',
  type: 'override',
  system_name: 'override_block',
  rule_name: '',
  days: [1, 1, 1, 1, 1, 1, 1],
  time_duration: '00:00PT60M',
  expiry: NOON + HOUR,
  recurring: false,
  suspended: false,
  created_ts: NOON,
  updated_ts: NOON,
  undo_until: NOON + 10_000,
};
export const STORED_RULE: RuleWire = {
  ...RULE_OWNER,
  rule_id: '01kb0w7m50c8t3n6h1x4s9v2bh',
  ruledef_id: 'bedtime',
  ruledef_name: 'bedtime',
  type: 'temporal_default',
  system_name: 'bedtime',
  rule_name: 'Bedtime',
  days: [1, 1, 1, 1, 1, 0, 0],
  time_duration: '21:00PT600M',
  expiry: null,
  recurring: true,
  suspended: false,
  exceptions: [{ date: '2026-12-24', off: true }],
  active: false,
  created_ts: NOON - 20 * HOUR,
  updated_ts: NOON - 18 * HOUR,
};

const COMMAND: CommandWire = {
  id: COMMAND_ID,
  device_id: DEVICE_ID,
  user_id: CHILD_ID,
  kind: 'policy',
  action: 'block',
  state: 'confirmed',
  saved_ts: NOON,
  sent_ts: NOON + 200,
  confirmed_ts: NOON + 800,
  ended_ts: NOON + 800,
  expires_ts: null,
  schedule_ts: NOON,
  error: null,
};

export const BLOCK_STATUS: BlockStatusWire = {
  user_id: CHILD_ID,
  state: 'blocked',
  why: { rule_id: RULE_ID, type: 'override', name: null, effect: 'block', until: NOON + HOUR },
  beaten: [],
  until: NOON + HOUR,
  next_change: { at: NOON + HOUR, state: 'allowed', rule_id: null },
  viewState: 'blocked',
  devices: [
    {
      device_id: DEVICE_ID,
      display_name: 'Mia’s phone',
      os: 'android',
      viewState: 'blocked',
      status: 'blocked',
      vewStatus: 'inactive',
      desired: null,
      requested: 'blocked',
      applied: { state: 'blocked', schedule_ts: NOON, at: NOON + 700 },
      schedule_ts: NOON,
      last_seen: NOON + 800,
      battery_level: 0.62,
      active_user_id: null,
      held_by: null,
      command: COMMAND,
    },
  ],
  server_time: NOON + 1000,
};

export const NOTIFICATION: NotificationWire = {
  notif_id: '01kb0wf6d4x9q2m7v1c5t8h3zr',
  type: 'device_not_seen',
  notif_ts: NOON - 4 * HOUR,
  user_id: CHILD_ID,
  user_ids: [CHILD_ID],
  device_id: DEVICE_ID,
  bundle_id: null,
  details: { read_ts: null, shown_ts: NOON - HOUR, hidden: false },
  content: {
    actionable: true,
    actions: [{ id: 'device', label: 'See device', href: `/my-family?device=${DEVICE_ID}` }],
    detail_body: 'It hasn’t reported for two days. It may be off or have no network.',
    detail_subtitle: 'Mia’s phone',
    detail_title: 'Mia’s phone is silent',
    fallback_type: 'alert',
    list_datetime: '21 November, 09:00',
    list_subtitle: 'Mia’s phone',
    list_title: 'Mia’s phone is silent',
    priority: 2,
  },
};

export const POLICY: PolicyWire = {
  v: 1,
  users: [
    {
      user_id: CHILD_ID,
      user_name: 'Mia',
      time_zone: 'Europe/Berlin',
      rules: [BLOCK, STORED_RULE],
      allowance: ALLOWANCE,
      allowance_enabled: false,
      allowance_extra: null,
      requested_state: 'play',
      pause_until: null,
      granularity: null,
    },
  ],
  sampling: null,
  account_key: null,
};

export const DEVICE_COMMAND: DeviceCommandWire = {
  seq: 12,
  id: COMMAND_ID,
  kind: 'policy',
  user_id: CHILD_ID,
  args: { schedule_ts: NOON },
  expires_ts: null,
};
export const ACK = { id: COMMAND_ID, status: 'ok', schedule_ts: NOON, applied: 'blocked', at: NOON + 700 };
export const REPORT = {
  seq: 93,
  at: NOON + 900,
  battery: 0.62,
  versions: { os_version: '16', app_version: '8.21.0' },
  applied: { state: 'blocked', schedule_ts: NOON },
  usage: [{ user_id: CHILD_ID, date: '2026-11-21', seconds: 2460 }],
};
export const HINT: RealtimeFrame = { v: 1, seq: 42, type: 'rule', account_id: ACCOUNT_ID, user_id: CHILD_ID, ts: NOON };
export const FRAME_DOWN: DeviceFrameDown = { v: 1, type: 'command', command: DEVICE_COMMAND };
