import type * as z from 'zod';
import { accountSchema, deviceDescriptorSchema, login, sessionDeviceSchema } from '../../../app/wire/account';
import { appInfoSchema, installedAppSchema } from '../../../app/wire/apps';
import {
  accessStateSchema,
  blockStatusSchema,
  deviceStatusSchema,
  reasonSchema,
  usageSchema,
  viewStateSchema,
} from '../../../app/wire/block-status';
import { commandActionSchema, commandKindSchema, commandSchema, commandStateSchema } from '../../../app/wire/command';
import { deviceCommandSchema, deviceFrameDownSchema, deviceFrameUpSchema, policySchema } from '../../../app/wire/device';
import { errorBodySchema } from '../../../app/wire/errors';
import { deviceSchema, pairingSchema, userSchema } from '../../../app/wire/family';
import { noticeSchema } from '../../../app/wire/notice';
import { couponSchema, groupSchema } from '../../../app/wire/offers';
import { realtimeFrameSchema } from '../../../app/wire/realtime';
import { ruleSchema } from '../../../app/wire/rule';
import { limitsSchema, mergedSkusSchema, ownedSkuSchema, skuDefinitionSchema, tierSchema } from '../../../app/wire/subscription';
import { deletedSchema, idSchema, instantSchema } from '../../../app/wire/values';

/** Whether a shape is sent to us, sent by us, or both; a shape with defaults or with what is cleaned on the way differs (zod's `io`). */
export type Direction = 'in' | 'out' | 'both';

type Component = { name: string; schema: z.ZodType; direction: Direction; description: string; more?: Record<string, unknown> };

const exceptionSchema = ruleSchema.shape.exceptions.unwrap().element;

/** The recurring shapes of the contract, each under its own name; bodies and answers of single calls are named after their call. */
export const COMPONENTS: ReadonlyArray<Component> = [
  shape('Instant', instantSchema, 'both', 'Epoch milliseconds.', { examples: [1_795_291_200_000] }),
  shape('Id', idSchema, 'both', 'An id. The family makes lower-case ULIDs.', { examples: ['01kb0w5c3v8t6r1m9q4z7x2hya'] }),
  shape('TimeWindow', ruleSchema.shape.time_duration, 'both', 'Start and length of a window: `HH:mmPT{n}M`, 1 to 1440 minutes.', {
    pattern: String.raw`^([01]\d|2[0-3]):[0-5]\dPT\d{1,4}M$`,
    examples: ['21:00PT600M'],
  }),
  shape('Weekdays', ruleSchema.shape.days, 'both', 'Seven flags, Sunday first: 1 on that day, 0 not.', {
    examples: [[1, 1, 1, 1, 1, 0, 0]],
  }),
  shape('RuleException', exceptionSchema, 'both', 'One date on which a schedule is off, or has another window.'),
  shape('Allowance', userSchema.shape.allowance, 'both', 'Seconds of screen time per weekday, Sunday first.'),
  shape('AccessState', accessStateSchema, 'both', 'What holds on a device.'),
  shape('ViewState', viewStateSchema, 'out', 'What the devices have said, mixed into one word.'),
  shape('Account', accountSchema, 'out', 'The account, its people and its plans.'),
  shape('AccountKey', accountSchema.shape.acctkey.unwrap(), 'both', 'The public key of the account, and its private key under lock.'),
  shape('DeviceDescriptor', deviceDescriptorSchema, 'in', 'The browser or program that signs in, in its own words.'),
  shape('SessionDevice', sessionDeviceSchema, 'out', 'The session, described like a device. Its `device_id` is the session id.'),
  shape('LoginAnswer', login.output, 'out', 'The account, then the session.'),
  shape('User', userSchema, 'out', 'A person of the account: the parent (`type` 1) or a child (`type` 10).'),
  shape('Device', deviceSchema, 'out', 'A device of the family as it was paired, changed and last heard of.'),
  shape('Pairing', pairingSchema, 'out', 'An open pairing: its id lives 7 days, its code 15 minutes.'),
  shape('Rule', ruleSchema, 'out', 'An override, a schedule, or the ready-made Bedtime of a child.'),
  shape('Command', commandSchema, 'out', 'One command to one device, with the time of each step of its life.'),
  shape('CommandState', commandStateSchema, 'out', 'Open are `saved` and `sent`; the others are ends.'),
  shape('CommandKind', commandKindSchema, 'both', '`policy` carries state and never expires; the others are requests.'),
  shape('CommandAction', commandActionSchema, 'out', 'What a `policy` command was for.'),
  shape('BlockStatus', blockStatusSchema, 'out', 'The proof of one child: what is asked for, why, and what its devices confirmed.'),
  shape('DeviceStatus', deviceStatusSchema, 'out', 'The proof of one device.'),
  shape('Usage', usageSchema, 'out', 'Screen time of the child’s local today, in seconds.'),
  shape('Reason', reasonSchema, 'out', 'A rule that wants something now.'),
  shape('Notice', noticeSchema, 'out', 'One notice: what it is about, what the parent did with it, and its texts.'),
  shape('NoticeContent', noticeSchema.shape.content, 'out', 'Texts in the language asked for, times in the child’s zone.'),
  shape(
    'InstalledApp',
    installedAppSchema,
    'out',
    'An app that a device of the child has. Name and version as the device that reported last has them.',
  ),
  shape('AppInfo', appInfoSchema, 'out', 'What is known of an app, in the language asked for.'),
  shape('Limits', limitsSchema, 'out', 'What a plan allows.'),
  shape('Switch', limitsSchema.shape.allowance, 'out', 'Whether the plan has it.'),
  shape('Count', limitsSchema.shape.blocks_per_month, 'out', 'How many the plan allows.'),
  shape('Tier', tierSchema, 'out', 'The step of a plan.'),
  shape('SkuDefinition', skuDefinitionSchema, 'out', 'A plan as the catalogue sells it. Prices are US cents.'),
  shape('OwnedSku', ownedSkuSchema, 'out', 'A plan that the account holds.'),
  shape('MergedSku', mergedSkusSchema.element, 'out', 'A plan that the account holds, with the limits of all its plans together.'),
  shape('Coupon', couponSchema, 'out', 'A coupon as the account holds it, with what it brought when it was applied.'),
  shape('BenefitGroup', groupSchema, 'out', 'A group of accounts that came by the same way.'),
  shape('Policy', policySchema, 'out', 'Enough for a device to decide alone, offline.'),
  shape('PolicyUser', policySchema.shape.users.element, 'out', 'What holds for one child of the device.'),
  shape('DeviceCommand', deviceCommandSchema, 'out', 'A command as the device is given it.'),
  shape('Deleted', deletedSchema, 'out', 'How many were deleted; an id that is not of the account counts 0.'),
  shape('Error', errorBodySchema, 'out', 'The one shape of every refusal and fault.'),
  shape('RealtimeFrame', realtimeFrameSchema, 'out', 'Family → browser: something changed. It never says what it is now.'),
  shape('DeviceFrameDown', deviceFrameDownSchema, 'out', 'Family → device, on its socket.'),
  shape(
    'DeviceFrameUp',
    deviceFrameUpSchema,
    'in',
    'Device → family, on its socket: what POST /device/ack and POST /device/report take as `body`.',
  ),
];

/** What a field's name and shape do not say. A key that is no field of its component fails a test. */
export const FIELD_TEXTS: Record<string, Record<string, string>> = {
  Account: {
    counts_reset_ts: 'When the two counts start anew: the next month in the account’s time zone.',
    parent_secret: '64 lower-case hex: the key of the session’s signatures. Only in the answer of a sign-up or login, never again.',
    parent_secret_id: 'Names the session’s secret: goes into `X-Secret-Id`.',
    token: 'Opens the pairing pages for 24 hours; changes every 20 minutes.',
    acctkey: 'Null until the account has one.',
    webapp_flags: 'Fields of `webapp` of GET /account_attributes that are `true`.',
    seq: 'The realtime number as of this answer: a socket opened with `after` this misses nothing.',
  },
  SessionDevice: { device_id: 'The session’s id: goes into `X-Session-Id`.', user_id: 'The parent’s own record.' },
  User: {
    email: 'Only the parent’s.',
    is_allowance_set: 'Has anybody ever set the numbers of `allowance`? Until then they are zeros that nobody means.',
    schedule_ts: 'Rises whenever anything changes that the child’s devices must know.',
    updated_ts: 'Send it back with a change: one that was made on an older row is refused as `stale`.',
  },
  Device: {
    displayName: 'The same as `display_name`.',
    management_removed: 'The child app says that it is no longer in control.',
    attributes: '`battery_level` is a share from 0 to 1.',
    system_components: 'As the device reports them. Where `clock` is `wrong`, its own clock is off, and the parent is told.',
    command_state: 'Of the last `policy` command.',
    display_state: 'As `viewState` of GET /block_status: what it said itself, `pending` while something is asked of it.',
    unsupported: 'Keys of restrictions that it cannot put into effect, by its own word.',
    users: 'The children who use it.',
    schedule_ts: 'Of the newest policy of this device.',
  },
  Pairing: { code: 'Eight characters that a person types.', device_id: 'Null until a device has enrolled.' },
  Rule: {
    type: '`override` blocks or allows at once, `temporal` is a schedule, `temporal_default` the Bedtime that every child has, `allowance` the child’s screen time (changed by PUT /user).',
    expiry: 'End of an override, null while it waits to be lifted; `one_week_rollover` for a schedule of one week.',
    active: 'Whether it holds at this moment.',
    undo_until:
      'Until then DELETE /rule with `undo` brings back the override that this one replaced. A block that no device has confirmed by then is not counted.',
    scope: '`apps` blocks only the apps that name it in their `app_schedules`.',
  },
  Command: {
    user_id: 'The child it was for; null for a request to the device alone.',
    action: 'Null for a request.',
    confirmed_ts: 'When the device said that it is done.',
    ended_ts: 'When it reached its end, whichever.',
    expires_ts: 'Null for `policy`: a change waits for its device as long as it takes.',
  },
  BlockStatus: {
    state: 'What the rules ask for.',
    why: 'The rule that wins; null when nothing is asked for.',
    beaten: 'The rules that lost to it.',
    until: 'How long `why` holds; null when it has no end.',
    viewState: 'What the devices have said, mixed into one word.',
    view_here: 'The same without unmanaged devices and those under another child’s rules, where others are left.',
    rule: 'The winning rule, with `rule_info`.',
    rules: 'With `rules_of`, at the child that it names.',
    usage:
      'With `usage`. Of the devices in use the number is as they told it; `as_of` is the earliest of those times, null where none is in use.',
    devices: 'With `dev_info`.',
  },
  DeviceStatus: {
    desired: 'What a waiting device was asked for; null when nothing waits.',
    applied: 'What the device itself said last; null before its first word.',
    command: 'The last change sent to it, with the time of each step.',
    battery_level: 'A share from 0 to 1.',
    active_user_id: 'On a device of several children: the child that uses it now, whose rules hold there. Null where that is unknown.',
    held_by: 'While that is unknown: another child of the device, whose stricter state holds there. Null where this child’s own does.',
    facts: 'With `details_of`: what decides which features the device has.',
  },
  NoticeContent: { priority: 'Higher ones come first.', actions: '`href` is a path of the web application.' },
  InstalledApp: {
    installed_ts: 'When it was first reported.',
    came_with_device: 'It was there when the device that had it first told of its apps: nobody installed it since.',
    used_today: 'Seconds on the child’s local today, all devices together; null where no device tells.',
  },
  AppInfo: {
    other_ids: 'Under which other systems know the same app.',
    rating: 'From 0 to 5; null where there is none.',
  },
  OwnedSku: { source: 'Who sold it; `operator` gave it by hand, null = everybody has it.' },
  Coupon: {
    coupon: 'The code, in upper case.',
    coupon_group_id: 'Names what the code stands for; many codes may stand for the same.',
    available_secs: 'The coupon may be used for so long from `applied_ts` on.',
    redeemed_ts: 'Null until it is used.',
    discount_header: 'One line for the reader, in English; the web application has it in its eight languages.',
  },
  BenefitGroup: { allow_signup: 'False: a sign-up in its name gets nothing of it.' },
  Policy: { sampling: 'Reserved.', account_key: 'What pictures are sealed to. A device takes only the one that it pinned at its pairing.' },
  PolicyUser: {
    rules: 'As GET /rule, exceptions included.',
    allowance_extra: 'Seconds more on one date.',
    pause_until: 'Null: until resumed.',
  },
  DeviceCommand: {
    seq: 'Rises with every command of the device; fetch with `after` the last one seen.',
    args: '`schedule_ts`: the policy to fetch.',
  },
  Error: { server_time: 'With 401: sign again with the offset to this.' },
  RealtimeFrame: { seq: 'The last change of the family. Ignore a frame with a lower one than the last.' },
  DeviceFrameUp: { id: 'The device’s own, repeated in the answer.' },
};

function shape(name: string, schema: z.ZodType, direction: Direction, description: string, more?: Record<string, unknown>): Component {
  return { name, schema, direction, description, ...(more === undefined ? {} : { more }) };
}
