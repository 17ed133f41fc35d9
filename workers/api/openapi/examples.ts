import type { AccountWire, LoginAnswer } from '#app/wire/account';
import type { DeviceWire, PairingWire, UserWire } from '#app/wire/family';
import type { LimitsWire, MergedSkusWire, OwnedSkuWire, SkuDefinitionWire } from '#app/wire/subscription';

/** 2026-11-21T12:00:00.000Z in epoch ms: the time of all examples in the document. */
export const NOON = 1_795_262_400_000;
export const HOUR = 3_600_000;

// All examples use the same family: a parent, Mia and Mia's phone.
export const ACCOUNT_ID = '8f3a1c5e9b7d2046f1e8a3c5b7d9024613579bdf02468ace13579bdf02468ace';
export const SESSION_ID = '01kb0w5c3v8t6r1m9q4z7x2hya';
export const SECRET_ID = '01kb0w5c3vf2n7d4s8k1w6p3jb';
export const PARENT_ID = '01kb0w5c3vq5x9g2b7h4m1c8tc';
export const CHILD_ID = '01kb0w7m4ze3r8v1n6y9k2d5fd';
export const DEVICE_ID = '01kb0wb9t2a7c4j1s8p5g3x6qe';
export const RULE_ID = '01kb0wd1h8m5b2w9f6t3z7k4nf';
export const COMMAND_ID = '01kb0wd1h9r4y7c1q8v5j2s6pg';
export const PAIR_ID = '9c41e07ab2d85f36e1a4c7b09d2f5e83';

export const ALLOWANCE = [7200, 3600, 3600, 3600, 3600, 5400, 7200];

const LIMITS: LimitsWire = {
  allowance: 'off',
  blocks_per_month: 5,
  child_users_per_account: 'unlimited',
  devices_per_account: 1,
  geolocation: 'off',
  geolocation_days: 0,
  grants_per_month: 'unlimited',
  granularity: 'off',
  schedule_granularity: 'off',
  schedules_per_child: 1,
  vew: 'off',
  vew_on_demand_per_month: 0,
};
export const SKU: SkuDefinitionWire = {
  sku: 'free',
  tier: 'free',
  billing_cycle: null,
  price_usd: 0,
  trial_days: 0,
  purchasable_with: [],
  purchase_platforms: [],
  recurring: false,
  weight: 0,
  limits: LIMITS,
  details: { limit_skus: [], stripe_on_change: 'keep' },
};
const OWNED_SKU: OwnedSkuWire = {
  ...SKU,
  tier_def: 'free',
  price_next_uscent: 0,
  cancelled: false,
  expiration: null,
  source: null,
  granted_ts: NOON - 24 * HOUR,
};
export const MERGED_SKUS: MergedSkusWire = [{ ...OWNED_SKU, own_limits: LIMITS }];

export const CHILD: UserWire = {
  user_id: CHILD_ID,
  account_id: ACCOUNT_ID,
  type: 10,
  user_name: 'Mia',
  email: null,
  birthday: null,
  gender: null,
  time_zone: 'Europe/Berlin',
  locale: null,
  img_url: null,
  img_modified: null,
  settings: { slot: 0, avatar_idx: 3 },
  user_location_active: false,
  allowance: ALLOWANCE,
  is_allowance_set: true,
  allowance_enabled: false,
  allowance_extra: null,
  allowance_state: 'play',
  view_enabled: false,
  devices: [DEVICE_ID],
  retired: false,
  schedule_ts: NOON,
  updated_ts: NOON - 20 * HOUR,
  last_activity: null,
  created: NOON - 20 * HOUR,
};

export const ACCOUNT: AccountWire = {
  account_id: ACCOUNT_ID,
  emails: [{ email: 'ada@example.com', verified: true }],
  created: NOON - 24 * HOUR,
  block_count: 1,
  grant_count: 0,
  counts_reset_ts: NOON + 227 * HOUR,
  last_activity: NOON,
  retired: false,
  skus: [OWNED_SKU],
  users: [CHILD],
  login_scheme: 'password',
  is_legacy: false,
  sso: null,
  acctkey: null,
  acctkey_state: 'none',
  devices_beside: 1,
  payment_due: null,
  unread_notices: 0,
  unread_new_apps: 0,
  webapp_flags: [],
  marketing_email_optin: false,
  deletion: null,
  group_id: null,
  parent_secret_id: SECRET_ID,
  token: `${ACCOUNT_ID}.1795262400.q2V8Yx0Zr5Tn1Lw7Ej3Ks6Hd9Gf4Bc`,
  token_ts: NOON,
  time_zone: 'Europe/Berlin',
  locale: 'en',
  seq: 41,
};

export const DESCRIPTOR = {
  name: 'My program',
  make: '',
  model: '',
  os: 'Linux',
  os_version: '',
  app_version: '1.0',
  locale: 'en',
  time_zone: 'Europe/Berlin',
};

export const LOGIN_ANSWER: LoginAnswer = [
  { ...ACCOUNT, parent_secret: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f' },
  { ...DESCRIPTOR, device_id: SESSION_ID, user_id: PARENT_ID },
];

export const DEVICE: DeviceWire = {
  device_id: DEVICE_ID,
  display_name: 'Mia’s phone',
  displayName: 'Mia’s phone',
  make: 'Acme',
  model: 'A1',
  model_name: 'Acme One',
  os: 'android',
  os_version: '16',
  app_version: '8.21.0',
  pair_id: PAIR_ID,
  users: [CHILD_ID],
  retired: false,
  suspended: false,
  management_level: 'owner',
  management_removed: false,
  command_state: 'confirmed',
  display_state: 'blocked',
  device_location_active: false,
  device_location_ts: null,
  last_seen: NOON + 800,
  last_activity: null,
  created: NOON - 19 * HOUR,
  schedule_ts: NOON,
  system_components: {},
  error_count: 0,
  unsupported: [],
  attributes: { battery_level: 0.62 },
  udid: '',
  fcm_token: null,
  command_id: COMMAND_ID,
  command_saved_ts: NOON,
  command_sent_ts: NOON + 200,
  command_confirmed_ts: NOON + 800,
  install_command: null,
  updated_ts: NOON - 19 * HOUR,
};

export const PAIRING: PairingWire = {
  pair_id: PAIR_ID,
  code: 'K7MX2QD4',
  code_expires_ts: NOON + HOUR / 4,
  expires_ts: NOON + 168 * HOUR,
  user_id: CHILD_ID,
  child_name: 'Mia',
  os: 'android',
  device_id: null,
};
