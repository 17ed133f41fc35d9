import type * as z from 'zod';
import { accountSchema, deviceDescriptorSchema, login, sessionDeviceSchema } from '#app/wire/account';
import { appInfoSchema, installedAppSchema } from '#app/wire/apps';
import { cardSchema, purchaseInfoSchema, receiptSchema } from '#app/wire/billing';
import {
  accessStateSchema,
  blockStatusSchema,
  deviceStatusSchema,
  reasonSchema,
  usageSchema,
  viewStateSchema,
} from '#app/wire/block-status';
import { commandActionSchema, commandKindSchema, commandSchema, commandStateSchema } from '#app/wire/command';
import { deviceCommandSchema, deviceFrameDownSchema, deviceFrameUpSchema, policySchema } from '#app/wire/device';
import { errorBodySchema } from '#app/wire/errors';
import { deviceSchema, pairingSchema, userSchema } from '#app/wire/family';
import { geofenceSchema, locationHistorySchema, userLocationSchema } from '#app/wire/location';
import { notificationSchema } from '#app/wire/notification';
import { couponSchema, groupSchema } from '#app/wire/offers';
import { realtimeFrameSchema } from '#app/wire/realtime';
import { ruleSchema } from '#app/wire/rule';
import { limitsSchema, mergedSkusSchema, ownedSkuSchema, skuDefinitionSchema, tierSchema } from '#app/wire/subscription';
import { deletedSchema, idSchema, instantSchema } from '#app/wire/values';

/** Direction of a schema: received, sent or both. With defaults or transforms, a schema differs between input and output (zod's `io`). */
export type Direction = 'in' | 'out' | 'both';

type Component = { name: string; schema: z.ZodType; direction: Direction; description: string; more?: Record<string, unknown> };

const exceptionSchema = ruleSchema.shape.exceptions.unwrap().element;

/** Shared schemas of the contract, by name. Bodies and responses of a single call are named after that call. */
export const COMPONENTS: ReadonlyArray<Component> = [
  shape('Instant', instantSchema, 'both', 'Epoch milliseconds.', { examples: [1_795_291_200_000] }),
  shape('Id', idSchema, 'both', 'An id. Families use lower-case ULIDs.', { examples: ['01kb0w5c3v8t6r1m9q4z7x2hya'] }),
  shape('TimeWindow', ruleSchema.shape.time_duration, 'both', 'Start and length of a schedule: `HH:mmPT{n}M`, 1 to 1440 minutes.', {
    pattern: String.raw`^([01]\d|2[0-3]):[0-5]\dPT\d{1,4}M$`,
    examples: ['21:00PT600M'],
  }),
  shape('Weekdays', ruleSchema.shape.days, 'both', 'Seven flags, Sunday first: 1 = on that day, 0 = not.', {
    examples: [[1, 1, 1, 1, 1, 0, 0]],
  }),
  shape('RuleException', exceptionSchema, 'both', 'A date on which a schedule is off or has other times.'),
  shape('Allowance', userSchema.shape.allowance, 'both', 'Seconds of screen time per weekday, Sunday first.'),
  shape('AccessState', accessStateSchema, 'both', 'The state of a device.'),
  shape('ViewState', viewStateSchema, 'out', 'The reported states of all devices, combined.'),
  shape('Account', accountSchema, 'out', 'The account, its users and its plans.'),
  shape('AccountKey', accountSchema.shape.acctkey.unwrap(), 'both', 'The public key of the account and its encrypted private key.'),
  shape('DeviceDescriptor', deviceDescriptorSchema, 'in', 'The browser or program that logs in, as it describes itself.'),
  shape('SessionDevice', sessionDeviceSchema, 'out', 'The session, described like a device. Its `device_id` is the session id.'),
  shape('LoginAnswer', login.output, 'out', 'The account, then the session.'),
  shape('User', userSchema, 'out', 'A person of the account: the parent (`type` 1) or a child (`type` 10).'),
  shape('Device', deviceSchema, 'out', 'A device of the family: its pairing data, settings and last report.'),
  shape('Pairing', pairingSchema, 'out', 'An open pairing: its id is valid for 7 days, its code for 15 minutes.'),
  shape('Rule', ruleSchema, 'out', 'An override, a schedule, or a child’s default Bedtime.'),
  shape('Command', commandSchema, 'out', 'One command to one device, with the time of each status change.'),
  shape('CommandState', commandStateSchema, 'out', '`saved` and `sent` are open; all others are final.'),
  shape('CommandKind', commandKindSchema, 'both', '`policy` carries state and never expires; the others are requests.'),
  shape('CommandAction', commandActionSchema, 'out', 'The reason for a `policy` command.'),
  shape(
    'BlockStatus',
    blockStatusSchema,
    'out',
    'The status of one child: the requested state, the reason, and what the devices confirmed.',
  ),
  shape('DeviceStatus', deviceStatusSchema, 'out', 'The status of one device.'),
  shape('Usage', usageSchema, 'out', 'Screen time of the current day in the child’s time zone, in seconds.'),
  shape('Reason', reasonSchema, 'out', 'A rule that applies now or is on hold.'),
  shape('Notification', notificationSchema, 'out', 'One notification: its subject, its status and its texts.'),
  shape('NotificationContent', notificationSchema.shape.content, 'out', 'Texts in the requested language, times in the child’s time zone.'),
  shape('InstalledApp', installedAppSchema, 'out', 'An app on a device of the child. Name and version come from the latest report.'),
  shape('AppInfo', appInfoSchema, 'out', 'Information about an app, in the requested language.'),
  shape('Geofence', geofenceSchema, 'out', 'A place of the family.'),
  shape('UserLocation', userLocationSchema, 'out', 'The last position of a device, for one of its children.'),
  shape('LocationHistory', locationHistorySchema, 'out', 'The positions of a child on one day in its time zone.'),
  shape('Limits', limitsSchema, 'out', 'The limits of a plan.'),
  shape('Switch', limitsSchema.shape.allowance, 'out', 'Whether the plan includes it.'),
  shape('Count', limitsSchema.shape.blocks_per_month, 'out', 'The maximum number in the plan.'),
  shape('Tier', tierSchema, 'out', 'The tier of a plan.'),
  shape('SkuDefinition', skuDefinitionSchema, 'out', 'A plan from the catalog. Prices in US cents.'),
  shape('OwnedSku', ownedSkuSchema, 'out', 'A plan of the account.'),
  shape('MergedSku', mergedSkusSchema.element, 'out', 'A plan of the account, with the combined limits of all its plans.'),
  shape('Receipt', receiptSchema, 'out', 'A payment, trial, credit or refund. Amounts in US cents.'),
  shape('PurchaseInfo', purchaseInfoSchema, 'out', 'The account’s best plan. Prices in US cents.'),
  shape('Card', cardSchema, 'out', 'A stored card.'),
  shape('Coupon', couponSchema, 'out', 'A coupon of the account, with its benefits at the time it was applied.'),
  shape('BenefitGroup', groupSchema, 'out', 'A group of accounts that signed up through the same offer.'),
  shape('Policy', policySchema, 'out', 'Everything a device needs to decide offline.'),
  shape('PolicyUser', policySchema.shape.users.element, 'out', 'The rules for one child of the device.'),
  shape('DeviceCommand', deviceCommandSchema, 'out', 'A command as sent to the device.'),
  shape('Deleted', deletedSchema, 'out', 'How many were deleted; an id that isn’t part of the account counts as 0.'),
  shape('Error', errorBodySchema, 'out', 'The schema of every error.'),
  shape('RealtimeFrame', realtimeFrameSchema, 'out', 'Family → browser: something changed. Never contains the new value.'),
  shape('DeviceFrameDown', deviceFrameDownSchema, 'out', 'Family → device, on its socket.'),
  shape(
    'DeviceFrameUp',
    deviceFrameUpSchema,
    'in',
    'Device → family, on its socket: the `body` of POST /device/ack and POST /device/report.',
  ),
];

/** Descriptions of fields that need one. A key that is not a field of its component fails a test. */
export const FIELD_TEXTS: Record<string, Record<string, string>> = {
  Account: {
    counts_reset_ts: 'When both counts reset: the next month in the account’s time zone.',
    parent_secret: '64 lower-case hex: the key of the session’s signatures. Returned only by a sign-up or login.',
    parent_secret_id: 'The id of the session’s secret: send it in `X-Secret-Id`.',
    token: 'Grants access to the pairing pages for 24 hours; changes every 20 minutes.',
    acctkey: 'Null until the account has one.',
    webapp_flags: 'Fields of `webapp` of GET /account_attributes that are `true`.',
    seq: 'The realtime number of this response: a socket opened with this as `after` misses nothing.',
  },
  SessionDevice: { device_id: 'The session’s id: send it in `X-Session-Id`.', user_id: 'The parent’s own record.' },
  User: {
    email: 'Only for the parent.',
    is_allowance_set: 'Whether `allowance` was ever set. Until then its zeros are placeholders.',
    schedule_ts: 'Increases with every change that affects the child’s devices.',
    updated_ts: 'Send it back with a change: a change based on an older row is refused as `stale`.',
  },
  Device: {
    displayName: 'The same as `display_name`.',
    management_removed: 'The child app reported that it no longer manages the device.',
    attributes: '`battery_level` is from 0 to 1.',
    system_components: 'As reported by the device. If `clock` is `wrong`, the device clock is off, and the parent is notified.',
    command_state: 'From the last `policy` command.',
    display_state: 'Same as `viewState` of GET /block_status: the reported state, or `pending` while a command is open.',
    unsupported: 'Restriction keys that the device reported as unsupported.',
    users: 'The children who use the device.',
    schedule_ts: 'From the newest policy of this device.',
  },
  Pairing: { code: 'Eight characters to type.', device_id: 'Null until a device has enrolled.' },
  Rule: {
    type: '`override` blocks or allows immediately, `temporal` is a schedule, `temporal_default` is the Bedtime that every child has, `allowance` is the child’s screen time (changed with PUT /user).',
    expiry: 'End of an override, null if it has no end; `one_week_rollover` for a one-week schedule.',
    active: 'Whether it applies now.',
    undo_until:
      'Until then, DELETE /rule with `undo` restores the override that this one replaced. A block that no device has confirmed by then is not counted.',
    scope: '`apps` blocks only the apps whose `app_schedules` name it.',
  },
  Command: {
    user_id: 'The child; null for a request to the device itself.',
    action: 'Null for a request.',
    confirmed_ts: 'When the device reported it as done.',
    ended_ts: 'When it reached a final state.',
    expires_ts: 'Null for `policy`: a change never expires.',
  },
  BlockStatus: {
    state: 'The state that the rules require.',
    why: 'The rule that applies; null if no rule applies.',
    beaten: 'The rules on hold.',
    until: 'When `why` ends; null if it has no end.',
    viewState: 'The reported states of all devices, combined.',
    view_here: 'The same without unmanaged devices and devices under another child’s rules, if other devices remain.',
    rule: 'The rule that applies, with `rule_info`.',
    rules: 'With `rules_of`, on the child that it names.',
    usage:
      'With `usage`. For devices in use, the number is the last reported one; `as_of` is the earliest report time, null if no device is in use.',
    devices: 'With `dev_info`.',
  },
  DeviceStatus: {
    desired: 'The state that was sent and is not confirmed; null if nothing is pending.',
    applied: 'The last reported state; null before the first report.',
    command: 'The last change sent to the device, with the time of each step.',
    battery_level: 'From 0 to 1.',
    active_user_id: 'On a shared device: the child who uses it now and whose rules apply. Null if unknown.',
    held_by: 'While that is unknown: another child of the device, whose stricter state applies. Null if this child’s state applies.',
    facts: 'With `details_of`: the data that determines which features the device supports.',
  },
  NotificationContent: { priority: 'Higher ones come first.', actions: '`href` is a path of the web application.' },
  InstalledApp: {
    installed_ts: 'When it was first reported.',
    came_with_device: 'It was in the first app list of the device, so it was not installed later.',
    used_today: 'Seconds on the current day in the child’s time zone, on all devices; null if no device reports it.',
  },
  Geofence: {
    radius: 'Meters, 1 to 300. Positions within 200 m always match.',
    triggers: 'Which crossings notify the parent.',
    users: 'The children whose crossings notify the parent.',
    not_by: 'Notifies the parent if the child is not there at this time of its own clock. Weekdays: 0 = Sunday.',
    ts: 'Send it back with a change: a change based on an older row is refused as `stale`.',
  },
  UserLocation: {
    location_ts: 'When the device measured it, by its own clock.',
    isInactive: 'Whether it is older than two days.',
    place: 'The nearest matching place. Null for none, or if the position isn’t precise enough.',
    staying: 'Whether the device is in contact and has stayed at `place` without a break, so that an older position still applies.',
    received_ts: 'When the device reported it.',
    plausible: 'The position before, while this one is an impossible jump that no other position confirms.',
  },
  LocationHistory: {
    path: 'Lines to draw, without the points that deviate less than 10 m.',
    points: 'With 12 hours before and after the day, to complete stays over midnight.',
  },
  AppInfo: {
    other_ids: 'The app’s ids on other systems.',
    rating: 'From 0 to 5; null if there is none.',
  },
  OwnedSku: { source: 'The seller; `operator` = granted by the operator, null = included for everyone.' },
  Coupon: {
    coupon: 'The code, in upper case.',
    coupon_group_id: 'The name of the benefit; several codes can share one.',
    available_secs: 'How long the coupon can be used, starting at `applied_ts`.',
    redeemed_ts: 'Null until it is used.',
    discount_header: 'One line in English; the web application shows it in its eight languages.',
  },
  BenefitGroup: { allow_signup: 'False: new sign-ups get no benefits.' },
  Policy: {
    sampling: 'Settings of screenshots, only for children with screenshots turned on. Null: make none.',
    account_key: 'The key that screenshots are encrypted for. A device accepts only the key that it pinned when it was paired.',
  },
  PolicyUser: {
    rules: 'As GET /rule, exceptions included.',
    allowance_extra: 'Bonus time for one date, in seconds.',
    pause_until: 'Null: until resumed.',
  },
  DeviceCommand: {
    seq: 'Increases with every command of the device; send the last one seen as `after`.',
    args: '`schedule_ts`: the policy to fetch.',
  },
  Error: { server_time: 'With 401: sign again, using the offset to this time.' },
  RealtimeFrame: { seq: 'The last change of the family. Ignore a frame with a lower number than the last.' },
  DeviceFrameUp: { id: 'The device’s own id, repeated in the response.' },
};

function shape(name: string, schema: z.ZodType, direction: Direction, description: string, more?: Record<string, unknown>): Component {
  return { name, schema, direction, description, ...(more === undefined ? {} : { more }) };
}
