import type { EndpointId } from '../../../app/wire/endpoints';
import { REALTIME_TOKEN_TYPE } from '../../../app/wire/realtime';
import { BLOCK, BLOCK_STATUS, NOTICE, STORED_RULE } from './example-block';
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
import { DEVICE_OPERATIONS } from './operations-device';
import { ENTRY_OPERATIONS } from './operations-entry';
import { IDENTITY_OPERATIONS } from './operations-identity';
import { OFFER_OPERATIONS } from './operations-offers';
import { SSO_OPERATIONS } from './operations-sso';
import { REFUSALS, type RefusalName } from './refusals';

/** What the contract's objects do not say of a call: words, refusals of its own (those of all calls are added), an example. */
export type Operation = {
  description?: string;
  refusals: ReadonlyArray<RefusalName>;
  /** Name of a query parameter → what it means and an example. A name that is no parameter fails a test. */
  query?: Record<string, { description: string; example: string | Array<string> }>;
  body?: unknown;
  answer: unknown;
  /** When the answer is a 304 without a body. */
  notModified?: string;
  /** When the answer is a 429 with `Retry-After`. */
  tooMany?: string;
};

const AUTH_KEY = '5d1f7b20c9e84a36b7f0d2581c6e93a45d1f7b20c9e84a36b7f0d2581c6e93a4';
const CHILD_QUERY = { user_id: { description: 'The child.', example: CHILD_ID } };
const LINK_TOKEN = { description: 'The token of the link.', example: 'pT3vXk9aQ0rWm5yZ' };
const LOCALE = { description: 'The language of the texts, one of the eight.', example: 'en' };
const FLAG = 'Counts as asked for with any value but `false` and `0`, an empty one included.';
const STALE = '`updated_ts` is the one that was read: a change made on an older row is refused as `stale`, with the row as it stands.';
const OR_QUERY = 'The same fields may stand in the query instead, for clients that send no body with a DELETE.';
const PASSWORD_TEXT = `\`password\` is never the password but its authKey, 64 lower-case hex:

- salt = SHA-256 of \`v1:\` and the address, trimmed, in lower case and NFC
- authKey = the first 32 bytes of scrypt(password in NFC, salt, N = 32768, r = 8, p = 3, 64 bytes)`;

const SSO_TEXT = 'With single sign-on, `login_obj` is `{"sso": {"id_token", "type"}}` with the token that POST /account_sso answered.';

/** Words and examples of every call. */
export const OPERATIONS: Record<EndpointId, Operation> = {
  ...APP_OPERATIONS,
  ...DEVICE_OPERATIONS,
  ...OFFER_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...ENTRY_OPERATIONS,
  ...SSO_OPERATIONS,
  createAccount: {
    description: `Creates the account with the free plan, mails the link that proves the address, and answers like a login. The same address and authKey again, while the address is unproven and the account young, answer as a login: the first answer may have been lost.\n\n${PASSWORD_TEXT}\n\n${SSO_TEXT} With an address of its own where the provider told none.`,
    refusals: ['duplicateEmail', 'invalidEmail', 'wrongPassword', 'rateLimited', 'couponInvalid'],
    body: { device: DESCRIPTOR, login_obj: { email: 'ada@example.com', password: AUTH_KEY }, locale: 'en', time_zone: 'Europe/Berlin' },
    answer: LOGIN_ANSWER,
  },
  login: {
    description: `Makes a session and tells its secret once. \`parent_secret\`, \`parent_secret_id\`, \`account_id\` and the \`device_id\` of the second part are what later calls are signed with. The account is mailed that somebody signed in.\n\n${PASSWORD_TEXT}\n\nAn installation may have imported accounts whose passwords are sent as typed, until they are changed or reset: they answer an authKey with code 210.\n\n${SSO_TEXT}`,
    refusals: ['unsupportedScheme', 'invalidEmail', 'wrongPassword', 'rateLimited', 'busy'],
    body: { device: DESCRIPTOR, login_obj: { email: 'ada@example.com', password: AUTH_KEY } },
    answer: LOGIN_ANSWER,
  },
  getAccount: { refusals: [], answer: ACCOUNT },
  getVerification: { description: 'Signed and without a query.', refusals: [], answer: { verified: true, email: 'ada@example.com' } },
  verifyEmail: {
    description: 'Unsigned, with the query of the mailed link. The same link works again afterwards.',
    refusals: ['wrongLink'],
    query: { account_id: { description: 'Of the link.', example: ACCOUNT_ID }, token: LINK_TOKEN },
    answer: { verified: true, email: 'ada@example.com' },
  },
  resendVerification: {
    description: 'Three mails in an hour.',
    refusals: ['notYours', 'rateLimited'],
    body: { action: 'resend_email', account_id: ACCOUNT_ID },
    answer: { status: 'email_sent' },
  },
  listUsers: {
    description: 'A list without `user_id`, one person with it.',
    refusals: ['notYours'],
    query: {
      user_id: { description: 'One person.', example: CHILD_ID },
      include: { description: '`retired`: those who were removed, too.', example: 'retired' },
    },
    answer: CHILD,
  },
  createUser: {
    description: '`user_name` (1 to 64 characters) and `time_zone` (IANA) are needed. The child comes with a Bedtime that is switched off.',
    refusals: ['fullFamily'],
    body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin', settings: { avatar_idx: 3 } } },
    answer: CHILD,
  },
  updateUser: {
    description: `${STALE} The allowance needs a plan that has it; null takes its numbers away as if nobody had ever set them, where it is off. \`allowance_extra\` adds seconds to one date, today in the child’s zone or one of the two days after it; null or 0 seconds take it away. A child that moves to another zone takes what it has today along into the date there. Of the parent’s own record (type 1) only \`time_zone\` can be changed: it is the account’s too. The children keep theirs.`,
    refusals: ['stale', 'notYours', 'extraDate'],
    body: { user_id: CHILD_ID, updated_ts: NOON - 20 * HOUR, user_name: 'Mia' },
    answer: CHILD,
  },
  removeUser: {
    description:
      'Rules, what is set for apps, seconds of use, notices, pairings and the picture go for good, and so do the devices that only this child uses; one of several children goes on with the others. `receipt` counts what went.',
    refusals: [],
    query: CHILD_QUERY,
    answer: { objects_deleted: 1, receipt: { devices: 1, devices_kept: 0, rules: 2, usage_days: 14, photo: true } },
  },
  listDevices: {
    refusals: ['notYours'],
    query: { user_id: { description: 'Those of one child; without it all.', example: CHILD_ID } },
    answer: [DEVICE],
  },
  createPairing: {
    description:
      'For a child of the account, or with `child_name` for a new one; a child of that name is taken as it is, unless `is_new` says that it must be another. The device enrols by the code, or by a link with `pair_id` and the account’s token. `{ pair_id }` alone gives an open pairing a new code. Of more than 20 that wait for their device the oldest is given up.',
    refusals: ['notYours', 'limit', 'fullFamily', 'nameTaken'],
    body: { user_id: CHILD_ID, os: 'android' },
    answer: PAIRING,
  },
  updateDevice: {
    description: `${STALE} \`users\` are the children who use it, at least one: it is sent the rules of all of them, and tells by \`active_user_id\` whose hold.`,
    refusals: ['stale', 'notYours'],
    body: { device_id: DEVICE_ID, updated_ts: NOON - 19 * HOUR, display_name: 'Mia’s phone' },
    answer: DEVICE,
  },
  removeDevice: { description: OR_QUERY, refusals: [], body: { device_id: DEVICE_ID }, answer: { objects_deleted: 1 } },
  confirmPairing: {
    description:
      'All three of the query are needed; the texts of the refusals are of old clients. `is_over` comes with a pairing that can bring no device any more: unknown, expired, given up, or its child or its device removed.',
    refusals: ['wrongToken'],
    query: {
      email: { description: 'The account’s address.', example: 'ada@example.com' },
      pair_id: { description: 'Of the pairing.', example: PAIR_ID },
      token: { description: 'The account’s `token`.', example: ACCOUNT.token },
    },
    answer: { device_paired: true },
  },
  listRules: { refusals: ['notYours'], query: CHILD_QUERY, answer: [BLOCK, STORED_RULE] },
  createRule: {
    description:
      'An override (`block` or `grant`) takes the place of the child’s present one, holds at once, and is counted against the plan; a schedule repeats on its weekdays in the child’s own time zone. Every device of the child is sent one `policy` command; GET /block_status shows how it fares. Exceptions whose date has passed are left out. `scope` is chosen once: `apps` needs a plan that has it.',
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
    description: 'The Bedtime that came with the child is switched off (PUT /rule, `suspended`), never removed.',
    refusals: [],
    query: {
      ...CHILD_QUERY,
      rule_ids: { description: 'One id or several, with commas.', example: RULE_ID },
      undo: {
        description: `Within \`undo_until\` of an override: the one that it replaced holds again, unless that has ended or a pause was asked for since. The answer tells by \`undone\` whether that is so. ${FLAG}`,
        example: 'false',
      },
    },
    answer: { objects_deleted: 1 },
  },
  createCommand: {
    description:
      '`pause` and `resume` set what is asked of the child’s devices, `duration` (`PT{n}M`, 1 to 1440) ends a pause by itself; where the plan counts blocks, a pause counts as one. `device_info` asks devices for a report, each at most once in 6 minutes: the id of the earlier request is the answer. `app_list` asks every device of a child which apps it has; the report that tells them confirms it. `install_childapp` asks an Apple device to install the child’s app, once in 45 seconds.',
    refusals: ['noManagedDevice', 'notYours', 'limit', 'notApple', 'locked'],
    body: { command: 'pause', action: 'pause', duration: 'PT30M', user_id: CHILD_ID },
    answer: { command_ids: [COMMAND_ID], undo_until: NOON + 10_000 },
  },
  cancelCommand: {
    description: `Cancels requests that are saved or sent; what is confirmed stays. A \`policy\` command carries state and cannot be cancelled: the answer is \`objects_deleted\` 0, and removing or replacing the rule sends the change that undoes it. With \`pause\` and a child, the pause ends; with \`undo\` too, within \`undo_until\`, what it replaced holds again: the grant that it ended, or the pause before; the answer tells by \`undone\` whether that is so. ${OR_QUERY}`,
    refusals: [],
    body: { command_id: COMMAND_ID },
    answer: { objects_deleted: 1 },
  },
  getBlockStatus: {
    description: 'Nothing is claimed that a device has not said: `state` is asked for, `viewState` and `applied` were confirmed.',
    refusals: ['notYours'],
    query: {
      dev_info: { description: `The devices. ${FLAG}`, example: 'true' },
      rule_info: { description: `The winning rule. ${FLAG}`, example: 'false' },
      usage: { description: `Screen time of today. ${FLAG}`, example: 'false' },
      rules_of: { description: 'Adds the overrides and schedules of this child to its own entry.', example: CHILD_ID },
      details_of: {
        description: 'The flags are for this child alone, and its devices come with `facts`; the others’ entries are short.',
        example: CHILD_ID,
      },
      user_id: { description: 'One child; without it all.', example: CHILD_ID },
    },
    answer: [BLOCK_STATUS],
  },
  listNotices: {
    description:
      'Not hidden, of the last 30 days, announcements as read history until their block and its day are over, by priority and then the newest first. Show an unknown `type` by its `content`.',
    refusals: [],
    query: { locale: LOCALE, state: { description: 'The only list there is.', example: 'active' } },
    answer: [NOTICE],
  },
  updateNotices: {
    description: 'Sets `read_ts`, `shown_ts` and `hidden`, and nothing else. A time in the future is taken for now.',
    refusals: ['notYours'],
    query: { locale: { ...LOCALE, description: `${LOCALE.description} Without it, the account’s.` } },
    body: [{ notif_id: NOTICE.notif_id, details: { read_ts: NOON } }],
    answer: [{ ...NOTICE, details: { ...NOTICE.details, read_ts: NOON } }],
  },
  getSkus: {
    description: 'One of the two must be asked for.',
    refusals: [],
    query: {
      merged: { description: `The account’s own plans with their combined limits, the one that applies first. ${FLAG}`, example: 'true' },
      defs: { description: `What the catalogue sells. ${FLAG}`, example: 'false' },
    },
    answer: MERGED_SKUS,
  },
  readTogether: {
    description:
      'For a page that needs several: one signature, and all of one instant. `path` is given once for each, eight times at most, and its answers come in the same order, each with the status and the body that the call would have had alone, refusals included. Only signed reads that need nothing but the family’s rows are known: not GET /data and GET /skus, which wait for something else, nor this one. Each is written as it is sent: one with a `#`, with escapes that cannot be decoded, or with characters that a URL would escape is answered as a call that does not exist.',
    refusals: [],
    query: { path: { description: 'Path and query of each.', example: ['/account_verification', '/rule?user_id=foreign'] } },
    answer: [
      { status: 200, body: { verified: true, email: 'ada@example.com' } },
      { status: 403, body: REFUSALS.notYours.body },
    ],
  },
  getAccessToken: {
    description: 'Ends with its session, too.',
    refusals: ['notYours'],
    query: {
      device_id: { description: 'The session’s id.', example: SESSION_ID },
      token_type: { description: 'The only kind there is.', example: REALTIME_TOKEN_TYPE },
      user_id: { description: 'The parent’s own record.', example: PARENT_ID },
    },
    answer: { access_token: `${ACCOUNT_ID}.${SESSION_ID}.1795266000000.Jc5uQm8xR2`, expires: NOON + HOUR },
  },
  getSystem: {
    description: 'Unknown extras are ignored.',
    refusals: [],
    query: { extras: { description: '`feature_flags` and `onboarding_choices`, with a comma.', example: 'feature_flags' } },
    answer: { version: '8.21.0-beta.2', feature_flags: { sso: false } },
  },
};
