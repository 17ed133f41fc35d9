import * as z from 'zod';
import { ACCOUNT_TYPES, type Child } from '../domain/child.ts';
import type { AppInstall, Device } from '../domain/device.ts';
import { isTimeZone } from '../domain/time.ts';
import { type CommandWire, commandSchema } from './command.ts';
import type { Endpoint } from './endpoint.ts';
import { deletedSchema, idSchema, instantSchema, nothingSchema } from './values.ts';

const timeZoneSchema = z.string().refine(isTimeZone, 'Unknown time zone');
/** Seven numbers, seconds per weekday, index 0 = Sunday (A62). */
const allowanceSchema = z.array(z.number().int().min(0).max(86_400)).length(7);

/** `play`, or `pause` while the child is paused (A63). */
const allowanceStateSchema = z.enum(['play', 'pause']);
const allowanceExtraSchema = z.object({ date: z.iso.date(), seconds: z.number().int().min(0).max(86_400) });

/** A user of the account: the parent (type 1) or a child (type 10). */
export const userSchema = z.object({
  user_id: idSchema,
  account_id: z.string(),
  type: z.union([z.literal(ACCOUNT_TYPES.account), z.literal(ACCOUNT_TYPES.managed)]),
  user_name: z.string(),
  email: z.string().nullable(),
  birthday: z.string().nullable(),
  gender: z.string().nullable(),
  time_zone: z.string(),
  locale: z.string().nullable(),
  img_url: z.string().nullable(),
  img_modified: instantSchema.nullable(),
  settings: z.object({ slot: z.number().int().min(0).max(19), avatar_idx: z.number().int().nullable() }),
  user_location_active: z.boolean(),
  allowance: allowanceSchema,
  /** Whether `allowance` was ever set. Until then its zeros are placeholders. Not in the specification. */
  is_allowance_set: z.boolean(),
  allowance_enabled: z.boolean(),
  allowance_state: allowanceStateSchema,
  /** Bonus time in seconds for one local date of the child; null = none (A122). Not in the specification. */
  allowance_extra: allowanceExtraSchema.nullable(),
  view_enabled: z.boolean(),
  devices: z.array(idSchema),
  retired: z.boolean(),
  schedule_ts: instantSchema,
  updated_ts: instantSchema,
  last_activity: instantSchema.nullable(),
  created: instantSchema,
});
export type UserWire = z.infer<typeof userSchema>;

export const deviceSchema = z.object({
  device_id: idSchema,
  display_name: z.string(),
  displayName: z.string(),
  make: z.string(),
  model: z.string(),
  model_name: z.string(),
  os: z.enum(['iOS', 'android', 'other']),
  os_version: z.string(),
  app_version: z.string(),
  pair_id: z.string(),
  users: z.array(idSchema),
  retired: z.boolean(),
  /** Stored as a client sends it. Pages and devices ignore it, because the specification does not define it (3.3.1). */
  suspended: z.boolean(),
  management_level: z.string(),
  management_removed: z.boolean(),
  command_state: z.string().nullable(),
  display_state: z.string(),
  device_location_active: z.boolean(),
  device_location_ts: instantSchema.nullable(),
  last_seen: instantSchema.nullable(),
  last_activity: instantSchema.nullable(),
  created: instantSchema,
  schedule_ts: instantSchema,
  /** As reported by the device. If `clock` is 'wrong', the parent is notified. */
  system_components: z.record(z.string(), z.unknown()),
  error_count: z.number().int().nonnegative(),
  /** Keys of restrictions that the device reported as unsupported (D10). Not in the specification. */
  unsupported: z.array(z.string()).optional(),
  /** True if the plan doesn’t cover this device anymore: it applies no rules until a higher plan (A167). Not in the specification. */
  over_limit: z.boolean().optional(),
  /** `battery_ts`: when the level was read. Not in the specification. */
  attributes: z.object({ battery_level: z.number().min(0).max(1).optional(), battery_ts: instantSchema.optional() }),
  udid: z.string(),
  fcm_token: z.string().nullable(),
  command_id: idSchema.nullable(),
  command_saved_ts: instantSchema.nullable(),
  command_sent_ts: instantSchema.nullable(),
  command_confirmed_ts: instantSchema.nullable(),
  /** The last request to install the child app, in any state (S52); null = none. Not in the specification. */
  install_command: commandSchema.nullable().optional(),
  updated_ts: instantSchema,
});
export type DeviceWire = z.infer<typeof deviceSchema>;

const listUsersQuery = z.object({ user_id: idSchema.optional(), include: z.literal('retired').optional() });
/** GET /user: a list without `user_id`, one user with it (S27). */
export const listUsers: Endpoint<z.infer<typeof listUsersQuery>, undefined, Array<UserWire> | UserWire> = {
  method: 'GET',
  path: '/user',
  auth: 'session',
  query: listUsersQuery,
  body: nothingSchema,
  output: z.union([z.array(userSchema), userSchema]),
};

/** The handler checks that both required fields are present, because the specification has its own message for that (5.3.1). */
const newUserBody = z.object({
  user_obj: z.object({
    user_name: z.string().optional(),
    time_zone: z.string().optional(),
    birthday: z.iso.date().nullable().optional(),
    gender: z.string().max(32).nullable().optional(),
    locale: z.string().max(16).nullable().optional(),
    settings: z
      .object({ slot: z.number().int().min(0).max(19).optional(), avatar_idx: z.number().int().min(0).max(11).nullable().optional() })
      .optional(),
  }),
});
export const createUser: Endpoint<unknown, z.infer<typeof newUserBody>, UserWire> = {
  method: 'POST',
  path: '/user',
  auth: 'session',
  query: z.unknown(),
  body: newUserBody,
  output: userSchema,
};

const changeUserBody = z.object({
  user_id: idSchema,
  updated_ts: instantSchema,
  user_name: z.string().optional(),
  time_zone: timeZoneSchema.optional(),
  birthday: z.iso.date().nullable().optional(),
  gender: z.string().max(32).nullable().optional(),
  locale: z.string().max(16).nullable().optional(),
  settings: z
    .object({ slot: z.number().int().min(0).max(19), avatar_idx: z.number().int().min(0).max(11).nullable() })
    .partial()
    .optional(),
  /** Null restores the unset state. Needed to undo turning on the limit for the first time. Not in the specification. */
  allowance: allowanceSchema.nullable().optional(),
  allowance_enabled: z.boolean().optional(),
  /** Accepted only with its current value, for clients that send the whole user back. POST /command changes it. */
  allowance_state: allowanceStateSchema.optional(),
  /** Bonus time for the given date only; it has no effect on other dates. */
  allowance_extra: allowanceExtraSchema.nullable().optional(),
});
export const updateUser: Endpoint<unknown, z.infer<typeof changeUserBody>, UserWire> = {
  method: 'PUT',
  path: '/user',
  auth: 'session',
  query: z.unknown(),
  body: changeUserBody,
  output: userSchema,
};

/** What was deleted with a child, and what was kept (A88). Not in the specification. */
const removalReceiptSchema = z.object({
  devices: z.number().int().nonnegative(),
  /** Devices that another child also uses. */
  devices_kept: z.number().int().nonnegative(),
  rules: z.number().int().nonnegative(),
  usage_days: z.number().int().nonnegative(),
  photo: z.boolean(),
});
export type RemovalReceipt = z.infer<typeof removalReceiptSchema>;
const removedUserSchema = deletedSchema.extend({ receipt: removalReceiptSchema.optional() });
export const removeUser: Endpoint<{ user_id: string }, undefined, z.infer<typeof removedUserSchema>> = {
  method: 'DELETE',
  path: '/user',
  auth: 'session',
  query: z.object({ user_id: idSchema }),
  body: nothingSchema,
  output: removedUserSchema,
};

const devicesQuery = z.object({ user_id: idSchema.optional() });
/** GET /device (S35): all devices, or with `user_id` the devices of one child. */
export const listDevices: Endpoint<z.infer<typeof devicesQuery>, undefined, Array<DeviceWire>> = {
  method: 'GET',
  path: '/device',
  auth: 'session',
  query: devicesQuery,
  body: nothingSchema,
  output: z.array(deviceSchema),
};

const newDeviceBody = z.union([
  z.object({ pair_id: idSchema }),
  z.object({
    user_id: idSchema.optional(),
    child_name: z.string().optional(),
    time_zone: timeZoneSchema.optional(),
    /** Requires a new child: if a child is already named `child_name`, the request is refused. Not in the specification. */
    is_new: z.boolean().optional(),
    os: z.enum(['iOS', 'android', 'other']),
  }),
]);
export const pairingSchema = z.object({
  pair_id: z.string(),
  code: z.string(),
  code_expires_ts: instantSchema,
  expires_ts: instantSchema,
  user_id: idSchema,
  child_name: z.string(),
  os: z.enum(['iOS', 'android', 'other']),
  device_id: idSchema.nullable(),
});
export type PairingWire = z.infer<typeof pairingSchema>;
/**
 * POST /device starts a pairing (S36): for a child of the account, or a new one with `child_name` and `time_zone`. If a child already has
 * that name, it is used; with `is_new`, the refusal has reason `name_taken`. `{ pair_id }` gives a pairing in progress a new code (A134).
 */
export const createPairing: Endpoint<unknown, z.infer<typeof newDeviceBody>, PairingWire> = {
  method: 'POST',
  path: '/device',
  auth: 'session',
  query: z.unknown(),
  body: newDeviceBody,
  output: pairingSchema,
  replay: 'encrypted',
};

const changeDeviceBody = z.object({
  device_id: idSchema,
  updated_ts: instantSchema.optional(),
  display_name: z.string().optional(),
  displayName: z.string().optional(),
  users: z.array(idSchema).min(1).max(20).optional(),
  suspended: z.boolean().optional(),
});
export const updateDevice: Endpoint<unknown, z.infer<typeof changeDeviceBody>, DeviceWire> = {
  method: 'PUT',
  path: '/device',
  auth: 'session',
  query: z.unknown(),
  body: changeDeviceBody,
  output: deviceSchema,
};

export const removeDevice: Endpoint<unknown, { device_id: string }, z.infer<typeof deletedSchema>> = {
  method: 'DELETE',
  path: '/device',
  auth: 'session',
  query: z.unknown(),
  body: z.object({ device_id: idSchema }),
  output: deletedSchema,
};

export function fromWireUser(wire: UserWire): Child {
  return {
    id: wire.user_id,
    name: wire.user_name,
    timeZone: wire.time_zone,
    colorSlot: wire.settings.slot,
    pictureIndex: wire.settings.avatar_idx,
    photo: wire.img_url === null ? null : { modifiedAt: wire.img_modified ?? 0 },
    birthday: wire.birthday,
    gender: wire.gender,
    locale: wire.locale,
    allowance: {
      isOn: wire.allowance_enabled,
      isSet: wire.is_allowance_set,
      seconds: wire.allowance,
      extra: wire.allowance_extra,
    },
    deviceIds: wire.devices,
    retired: wire.retired,
    updatedAt: wire.updated_ts,
  };
}

/** Converts a device from wire to domain. `model`: the model’s name, or its technical name if the device reported no other. */
export function fromWireDevice(wire: DeviceWire): Device {
  return {
    id: wire.device_id,
    name: wire.display_name,
    make: wire.make,
    model: wire.model_name === '' ? wire.model : wire.model_name,
    os: wire.os,
    osVersion: wire.os_version,
    appVersion: wire.app_version,
    childIds: wire.users,
    pairId: wire.pair_id,
    udid: wire.udid,
    suspended: wire.suspended,
    managementRemoved: wire.management_removed,
    isClockWrong: wire.system_components.clock === 'wrong',
    batteryLevel: wire.attributes.battery_level ?? null,
    batteryAt: wire.attributes.battery_ts ?? null,
    lastSeenAt: wire.last_seen,
    pairedAt: wire.created,
    install: fromWireInstall(wire.install_command ?? null),
    updatedAt: wire.updated_ts,
  };
}

function fromWireInstall(wire: CommandWire | null): AppInstall | null {
  return wire === null ? null : { state: wire.state, at: wire.ended_ts ?? wire.sent_ts ?? wire.saved_ts, askedAt: wire.saved_ts };
}
