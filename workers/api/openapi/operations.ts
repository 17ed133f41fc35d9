import type { EndpointId } from '#app/wire/endpoints';
import { REALTIME_TOKEN_TYPE } from '#app/wire/realtime';
import { BLOCK, BLOCK_STATUS, NOTIFICATION, STORED_RULE } from './example-block';
import {
  ACCOUNT,
  ACCOUNT_ID,
  CHILD,
  CHILD_ID,
  COMMAND_ID,
  DESCRIPTOR,
  DEVICE,
  DEVICE_ID,
  HOUR,
  LOGIN_ANSWER,
  MERGED_SKUS,
  NOON,
  PAIR_ID,
  PAIRING,
  PARENT_ID,
  RULE_ID,
  SESSION_ID,
} from './examples';
import { APP_OPERATIONS } from './operations-apps';
import { BILLING_OPERATIONS } from './operations-billing';
import { DEVICE_OPERATIONS } from './operations-device';
import { IDENTITY_OPERATIONS } from './operations-identity';
import { LOCATION_OPERATIONS } from './operations-location';
import { OFFER_OPERATIONS } from './operations-offers';
import { RECOVERY_OPERATIONS } from './operations-recovery';
import { SAMPLE_OPERATIONS } from './operations-samples';
import { SSO_OPERATIONS } from './operations-sso';
import { REFUSALS, type RefusalName } from './refusals';

/**
 * What the contract's objects do not contain about a call: its texts, its own refusals and an example. Common refusals are added
 * automatically.
 */
export type Operation = {
  description?: string;
  refusals: ReadonlyArray<RefusalName>;
  /** Description and example of each query parameter, by name. An unknown name fails a test. */
  query?: Record<string, { description: string; example: string | Array<string> }>;
  body?: unknown;
  answer: unknown;
  /** Description of a 304 response without a body, if the call has one. */
  notModified?: string;
  /** Description of a 429 response with `Retry-After`, if the call has one. */
  tooMany?: string;
};

const AUTH_KEY = '5d1f7b20c9e84a36b7f0d2581c6e93a45d1f7b20c9e84a36b7f0d2581c6e93a4';
const CHILD_QUERY = { user_id: { description: 'The child.', example: CHILD_ID } };
const LINK_TOKEN = { description: 'The token of the link.', example: 'pT3vXk9aQ0rWm5yZ' };
const LOCALE = { description: 'The language of the texts, one of eight.', example: 'en' };
const FLAG = 'True for any value except `false` and `0`, including an empty one.';
const STALE = 'Send the `updated_ts` that was read: a change based on an older row is refused as `stale`, with the current row.';
const OR_QUERY = 'The same fields can be sent in the query instead, for clients that send no body with a DELETE.';
const PASSWORD_TEXT = `\`password\` is never the password but its authKey, 64 lower-case hex:

- salt = SHA-256 of \`v1:\` and the address, trimmed, in lower case and NFC
- authKey = the first 32 bytes of scrypt(password in NFC, salt, N = 32768, r = 8, p = 3, 64 bytes)`;

const SSO_TEXT = 'With single sign-on, `login_obj` is `{"sso": {"id_token", "type"}}` with the token from POST /account_sso.';

/** Texts and examples of every call. */
export const OPERATIONS: Record<EndpointId, Operation> = {
  ...APP_OPERATIONS,
  ...DEVICE_OPERATIONS,
  ...OFFER_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...LOCATION_OPERATIONS,
  ...RECOVERY_OPERATIONS,
  ...SAMPLE_OPERATIONS,
  ...SSO_OPERATIONS,
  createAccount: {
    description: `Creates the account with the free plan, mails the link that confirms the address, and responds like a login. The same address and authKey again, while the address is unconfirmed and the account is new, respond like a login, because the first response may have been lost.\n\n${PASSWORD_TEXT}\n\n${SSO_TEXT} If the provider returned no address, send one.`,
    refusals: ['duplicateEmail', 'invalidEmail', 'wrongPassword', 'rateLimited', 'couponInvalid'],
    body: { device: DESCRIPTOR, login_obj: { email: 'ada@example.com', password: AUTH_KEY }, locale: 'en', time_zone: 'Europe/Berlin' },
    answer: LOGIN_ANSWER,
  },
  login: {
    description: `Creates a session and returns its secret once. \`parent_secret\`, \`parent_secret_id\`, \`account_id\` and the \`device_id\` of the second part are what later calls are signed with. The account gets an email about the login.\n\n${PASSWORD_TEXT}\n\nAn installation may have imported accounts whose passwords are sent in plain text until they are changed or reset: for these, an authKey returns code 210.\n\n${SSO_TEXT}`,
    refusals: ['unsupportedScheme', 'invalidEmail', 'wrongPassword', 'rateLimited', 'busy'],
    body: { device: DESCRIPTOR, login_obj: { email: 'ada@example.com', password: AUTH_KEY } },
    answer: LOGIN_ANSWER,
  },
  getAccount: { refusals: [], answer: ACCOUNT },
  getVerification: { description: 'Signed and without a query.', refusals: [], answer: { verified: true, email: 'ada@example.com' } },
  verifyEmail: {
    description: 'Unsigned, with the query of the link in the email. The link can be used again.',
    refusals: ['wrongLink'],
    query: { account_id: { description: 'From the link.', example: ACCOUNT_ID }, token: LINK_TOKEN },
    answer: { verified: true, email: 'ada@example.com' },
  },
  resendVerification: {
    description: 'At most three emails per hour.',
    refusals: ['notYours', 'rateLimited'],
    body: { action: 'resend_email', account_id: ACCOUNT_ID },
    answer: { status: 'email_sent' },
  },
  listUsers: {
    description: 'Without `user_id`, a list; with it, one user.',
    refusals: ['notYours'],
    query: {
      user_id: { description: 'One user.', example: CHILD_ID },
      include: { description: '`retired`: includes removed users.', example: 'retired' },
    },
    answer: CHILD,
  },
  createUser: {
    description: '`user_name` (1 to 64 characters) and `time_zone` (IANA) are required. The child gets a Bedtime that is turned off.',
    refusals: ['fullFamily'],
    body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin', settings: { avatar_idx: 3 } } },
    answer: CHILD,
  },
  updateUser: {
    description: `${STALE} The daily limit needs a plan that includes it; while it is off, null resets its values. \`allowance_extra\` adds seconds to one date, today in the child’s time zone or one of the next two days; null or 0 seconds removes them. If a child’s time zone changes, today’s values move to the date there. Of the parent’s own record (type 1) only \`time_zone\` can be changed: it is the account’s too. The children keep theirs.`,
    refusals: ['stale', 'notYours', 'extraDate'],
    body: { user_id: CHILD_ID, updated_ts: NOON - 20 * HOUR, user_name: 'Mia' },
    answer: CHILD,
  },
  removeUser: {
    description:
      'Permanently deletes the child’s rules, app settings, usage, notifications, pairings and picture, and removes the devices that only this child uses; shared devices stay with the other children. `receipt` counts what was deleted.',
    refusals: [],
    query: CHILD_QUERY,
    answer: { objects_deleted: 1, receipt: { devices: 1, devices_kept: 0, rules: 2, usage_days: 14, photo: true } },
  },
  listDevices: {
    refusals: ['notYours'],
    query: { user_id: { description: 'Those of one child; without it, all.', example: CHILD_ID } },
    answer: [DEVICE],
  },
  createPairing: {
    description:
      'For a child of the account, or with `child_name` for a new one; an existing child with that name is used, unless `is_new` is set. The device enrols with the code, or with a link that contains `pair_id` and the account’s token. `{ pair_id }` alone creates a new code for an open pairing. At most 20 pairings can be open; a new one cancels the oldest.',
    refusals: ['notYours', 'limit', 'fullFamily', 'nameTaken'],
    body: { user_id: CHILD_ID, os: 'android' },
    answer: PAIRING,
  },
  updateDevice: {
    description: `${STALE} \`users\` are the children who use it, at least one: it gets the rules of all of them, and reports in \`active_user_id\` whose rules apply.`,
    refusals: ['stale', 'notYours'],
    body: { device_id: DEVICE_ID, updated_ts: NOON - 19 * HOUR, display_name: 'Mia’s phone' },
    answer: DEVICE,
  },
  removeDevice: { description: OR_QUERY, refusals: [], body: { device_id: DEVICE_ID }, answer: { objects_deleted: 1 } },
  confirmPairing: {
    description:
      'All three query parameters are required; the error texts are those of older clients. `is_over` is set for a pairing that can no longer be completed: unknown, expired, canceled, or its child or device was removed.',
    refusals: ['wrongToken'],
    query: {
      email: { description: 'The account’s address.', example: 'ada@example.com' },
      pair_id: { description: 'From the pairing.', example: PAIR_ID },
      token: { description: 'The account’s `token`.', example: ACCOUNT.token },
    },
    answer: { device_paired: true },
  },
  listRules: { refusals: ['notYours'], query: CHILD_QUERY, answer: [BLOCK, STORED_RULE] },
  createRule: {
    description:
      'An override (`block` or `grant`) replaces the child’s current one, applies immediately, and counts toward the plan limit; a schedule repeats on its weekdays in the child’s time zone. Every device of the child is sent one `policy` command; GET /block_status shows its status. Exceptions with a past date are dropped. `scope` can’t be changed later: `apps` needs a plan that includes it.',
    refusals: ['notYours', 'notInPlan', 'limit', 'tooManySchedules'],
    query: CHILD_QUERY,
    body: { type: 'override', ruledef_name: 'block', expiry: NOON + HOUR },
    answer: BLOCK,
  },
  updateRule: {
    description: `Overrides are replaced, not changed. ${STALE}`,
    refusals: ['stale', 'notYours', 'notInPlan', 'limit'],
    query: CHILD_QUERY,
    body: { rule_id: STORED_RULE.rule_id, updated_ts: STORED_RULE.updated_ts, time_duration: '21:00PT600M' },
    answer: STORED_RULE,
  },
  removeRules: {
    description: 'A child’s default Bedtime can be turned off (PUT /rule, `suspended`) but not removed.',
    refusals: [],
    query: {
      ...CHILD_QUERY,
      rule_ids: { description: 'One or more ids, separated by commas.', example: RULE_ID },
      undo: {
        description: `Within \`undo_until\` of an override: the one that it replaced applies again, unless that has ended or a pause was requested since. \`undone\` in the response says whether it does. ${FLAG}`,
        example: 'false',
      },
    },
    answer: { objects_deleted: 1 },
  },
  createCommand: {
    description:
      '`pause` and `resume` apply to the child’s devices; `duration` (`PT{n}M`, 1 to 1440) ends a pause automatically; if the plan limits blocks, a pause counts as one. `device_info` requests a report from devices, each at most once in 6 minutes: otherwise the response contains the id of the earlier request. `app_list` requests the app list from every device of a child; the report with the list confirms it. `install_childapp` tells an Apple device to install the child app, once in 45 seconds. `location_burst` requests a position every 15 seconds for up to 12 minutes; the first position confirms it; it needs a plan that includes location. `location_stop` ends a running `location_burst` of a device; without one, `command_ids` is empty.',
    refusals: ['noManagedDevice', 'notYours', 'notInPlan', 'limit', 'notApple', 'locked'],
    body: { command: 'pause', action: 'pause', duration: 'PT30M', user_id: CHILD_ID },
    answer: { command_ids: [COMMAND_ID], undo_until: NOON + 10_000 },
  },
  cancelCommand: {
    description: `Cancels requests that are saved or sent; what is confirmed stays. A \`policy\` command carries state and can’t be canceled: the response is \`objects_deleted\` 0, and removing or replacing the rule sends the change that undoes it. With \`pause\` and a child, the pause ends. If \`undo\` is also set, within \`undo_until\`, what it replaced applies again: the grant that it ended, or the previous pause; \`undone\` in the response says whether it does. ${OR_QUERY}`,
    refusals: [],
    body: { command_id: COMMAND_ID },
    answer: { objects_deleted: 1 },
  },
  getBlockStatus: {
    description: '`state` is the requested state; `viewState` and `applied` are states that the devices confirmed.',
    refusals: ['notYours'],
    query: {
      dev_info: { description: `The devices. ${FLAG}`, example: 'true' },
      rule_info: { description: `The rule that applies. ${FLAG}`, example: 'false' },
      usage: { description: `Screen time of today. ${FLAG}`, example: 'false' },
      rules_of: { description: 'Adds the overrides and schedules of this child to its entry.', example: CHILD_ID },
      details_of: {
        description: 'The flags apply only to this child, and its devices include `facts`; other entries are short.',
        example: CHILD_ID,
      },
      user_id: { description: 'One child; without it, all.', example: CHILD_ID },
    },
    answer: [BLOCK_STATUS],
  },
  listNotifications: {
    description:
      'Notifications of the last 30 days that are not hidden, by priority, then newest first; announcements stay as read until their block and its day are over. Show an unknown `type` by its `content`.',
    refusals: ['notYours'],
    query: {
      locale: LOCALE,
      state: { description: 'The only list.', example: 'active' },
      notif_id: { description: 'Only this notification, even if it is no longer listed.', example: NOTIFICATION.notif_id },
    },
    answer: [NOTIFICATION],
  },
  updateNotifications: {
    description: 'Sets only `read_ts`, `shown_ts` and `hidden`. A time in the future is replaced by the current time.',
    refusals: ['notYours'],
    query: { locale: { ...LOCALE, description: `${LOCALE.description} Default: the account’s language.` } },
    body: [{ notif_id: NOTIFICATION.notif_id, details: { read_ts: NOON } }],
    answer: [{ ...NOTIFICATION, details: { ...NOTIFICATION.details, read_ts: NOON } }],
  },
  getSkus: {
    description: 'At least one of the two is required.',
    refusals: [],
    query: {
      merged: { description: `The account’s plans with their combined limits, the active one first. ${FLAG}`, example: 'true' },
      defs: { description: `The plans of the catalog. ${FLAG}`, example: 'false' },
    },
    answer: MERGED_SKUS,
  },
  lookUpLocation: {
    description:
      'With `reverse_geocode`, one address per position, in the same order. With `geocode`, up to five places, the best first; send it when the parent submits the text, not while typing. Where the operator has set no other geocoder, addresses are cities: the text says “Near” if the position is outside of the city. The country is named only if it isn’t the account’s own. Show the `attribution` on a page with the address. At most 60 calls in a minute.',
    refusals: ['notInPlan', 'rateLimited'],
    query: {
      lookup: { description: 'What to look up.', example: 'reverse_geocode' },
      latlons: { description: 'For `reverse_geocode`: at most 100 positions in decimal degrees.', example: '52.52,13.405;43.99,4.75' },
      q: { description: 'For `geocode`: the beginning of a name, in any language.', example: '' },
      locale: { description: 'The language of the texts, one of eight. Default: the account’s language.', example: 'en' },
    },
    answer: [
      { lat: 52.52, lon: 13.405, formatted_address: 'Mitte, Berlin', area: 'Mitte, Berlin', attribution: 'GeoNames (CC BY 4.0)' },
      { lat: 43.99, lon: 4.75, formatted_address: 'Near Pujaut, France', area: 'Near Pujaut, France', attribution: 'GeoNames (CC BY 4.0)' },
    ],
  },
  readTogether: {
    description:
      'Combines several reads with one signature and one point in time. Send `path` once for each read, at most eight times. The responses come in the same order, each with the status and body of the single call, including errors. Only signed reads of the family’s rows are supported: not GET /data, GET /skus, GET /location_lookup, GET /plan_change or this call. A path with a `#`, with escapes that can’t be decoded, or with characters that a URL would escape gets the response of an unknown call.',
    refusals: [],
    query: { path: { description: 'Path and query of each read.', example: ['/account_verification', '/rule?user_id=foreign'] } },
    answer: [
      { status: 200, body: { verified: true, email: 'ada@example.com' } },
      { status: 403, body: REFUSALS.notYours.body },
    ],
  },
  getAccessToken: {
    description: 'Also ends with its session.',
    refusals: ['notYours'],
    query: {
      device_id: { description: 'The session’s id.', example: SESSION_ID },
      token_type: { description: 'The only type.', example: REALTIME_TOKEN_TYPE },
      user_id: { description: 'The parent’s own record.', example: PARENT_ID },
    },
    answer: { access_token: `${ACCOUNT_ID}.${SESSION_ID}.1795266000000.Jc5uQm8xR2`, expires: NOON + HOUR },
  },
  getSystem: {
    description: 'Unknown values are ignored.',
    refusals: [],
    query: { extras: { description: '`feature_flags` and `onboarding_choices`, separated by a comma.', example: 'feature_flags' } },
    answer: { version: '8.21.0-beta.2', feature_flags: { sso: false } },
  },
};
