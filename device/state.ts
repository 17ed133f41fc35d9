import * as z from 'zod';
import { parseTimeWindow } from '../app/domain/time.ts';
import { accessStateSchema } from '../app/wire/block-status.ts';
import { type AckBody, deviceCommandSchema, policySchema, type ReportBody, sendReport, USAGE_EVERY_S } from '../app/wire/device.ts';
import { idSchema, instantSchema } from '../app/wire/values.ts';
import { accountKeyStateSchema } from './account-key.ts';

const aboutSchema = z.object({
  make: z.string(),
  model: z.string(),
  modelName: z.string(),
  os: z.string(),
  osVersion: z.string(),
  appVersion: z.string(),
  udid: z.string(),
  managementLevel: z.string(),
});
/** What a device says about itself when it enrols (D01). */
export type About = z.infer<typeof aboutSchema>;

/** `gone`: a parent removed the device; its secret is forgotten. */
const enrolmentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('enrolled'), accountId: z.string(), deviceId: idSchema, secret: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ kind: z.literal('gone'), at: instantSchema }),
]);

const ackSchema = z.object({
  id: idSchema,
  status: z.enum(['ok', 'error']),
  error: z.string().optional(),
  schedule_ts: instantSchema,
  applied: accessStateSchema,
  at: instantSchema,
});
export type Ack = AckBody[number];

/** Seconds of use of one child on one of its local days. */
const usageSchema = z.object({ childId: idSchema, date: z.string(), seconds: z.number().int().nonnegative() });

const appSchema = z.object({ bundleId: z.string().min(1).max(256), name: z.string().max(256), version: z.string().max(64) });
/** An app on the device (D06). */
export type InstalledApp = z.infer<typeof appSchema>;

/** Seconds of one app in one child's hands on one of its local days. */
const appUsageSchema = usageSchema.extend({ bundleId: z.string() });

/** Hours of the clock in the child's zone, `HH:mmPT{n}M`. */
const hoursSchema = z.string().refine((text) => parseTimeWindow(text) !== null, 'Expected HH:mmPT{n}M');
/**
 * What a simulated device does by itself as the day goes by; levels per hour from 0 to 1. `takesTurns`: the children of a shared
 * device use it an hour each (D12). `opens`: apps that a child takes up in turn while it is in use.
 */
const habitsSchema = z.object({
  offlineHours: hoursSchema.nullable(),
  useHours: z.array(hoursSchema),
  battery: z.object({ drainPerHour: z.number(), chargePerHour: z.number(), chargingHours: hoursSchema }).nullable(),
  takesTurns: z.boolean(),
  opens: z.array(z.string()).default([]),
});
export type Habits = z.infer<typeof habitsSchema>;

const deviceStateSchema = z.object({
  version: z.literal(1),
  apiUrl: z.url(),
  /** Made before the first attempt to enrol, so that a lost answer can be asked for again (S61). */
  nonce: z.string().min(16),
  about: aboutSchema,
  enrolment: enrolmentSchema,
  /** Which public key of the account it trusts (A128). Null: paired without a pin, and the account has no key yet. */
  accountKey: accountKeyStateSchema.nullable().default(null),
  /** Number of the last report that was made, sent or not. It only rises. */
  reportSeq: z.number().int().nonnegative(),
  /** Number of the last command that was fetched: all up to it were heard. */
  commandSeq: z.number().int().nonnegative(),
  /** Numbers above it that came by socket, which may leave some out. */
  heard: z.array(z.number().int()).default([]),
  /** What the server's clock shows more than the device's own, in ms (A31). */
  serverOffsetMs: z.number(),
  /** The latest moment that it lived through or was told, and for how long its machine had been running then, since which start. */
  lived: z.object({ at: instantSchema, boot: z.string().nullable(), upMs: z.number() }).nullable().default(null),
  policy: z.object({ rules: policySchema, scheduleTs: instantSchema, fetchedAt: instantSchema }).nullable(),
  applied: z.object({ state: accessStateSchema, scheduleTs: instantSchema, at: instantSchema }).nullable(),
  /** What was last said of `applied`, sent or waiting to be; a difference is a reason to report. */
  told: z.object({ state: accessStateSchema, scheduleTs: instantSchema, at: instantSchema }).nullable(),
  /** The newest `schedule_ts` that the server spoke of without a command; null = none that is not settled. */
  policySaid: instantSchema.nullable().default(null),
  usage: z.array(usageSchema),
  /** All seconds of `usage` and `appUsage` as last reported, and when; whether it was in use then, and which apps’ limits were used up. */
  usageTold: z
    .object({ seconds: z.number(), at: instantSchema, inUse: z.boolean().default(false), usedUp: z.array(z.string()).default([]) })
    .nullable()
    .default(null),
  /** How often the server wants to hear of growing use that counts, as it said last. */
  usageEveryMs: z
    .number()
    .positive()
    .default(USAGE_EVERY_S * 1000),
  /** The level of the battery as last reported. */
  batteryTold: z.number().nullable().default(null),
  /** When a child last used it. */
  lastUsedAt: instantSchema.nullable().default(null),
  /** What the child's other devices used, as the server said last; less than nothing where its zone has changed. */
  usageElsewhere: z.array(usageSchema.extend({ seconds: z.number().int() })),
  activeChildId: idSchema.nullable(),
  apps: z.array(appSchema).default([]),
  /** The list of apps changed, or was asked for, since it was last told. */
  isAppListOwed: z.boolean().default(false),
  /** The app that a child has before it; null = none that is counted. */
  openApp: z.string().nullable().default(null),
  appUsage: z.array(appUsageSchema).default([]),
  /** What was used of apps with a limit on the child's other devices, as the server said last (D12). */
  appUsageElsewhere: z.array(appUsageSchema.extend({ seconds: z.number().int() })).default([]),
  /** Received, to be carried out at `dueAt`. */
  inbox: z.array(z.object({ command: deviceCommandSchema, dueAt: instantSchema })),
  unsentAcks: z.array(ackSchema),
  /** Until then the server asked for no more reports. */
  reportsRestUntil: instantSchema.nullable().default(null),
  /** In order. Each keeps its number, so that one that did arrive counts once. */
  unsentReports: z.array(z.custom<ReportBody>((value) => sendReport.body.safeParse(value).success)),
  /** `silent` hears and obeys but says nothing; `failing` answers every command with an error (D03). */
  mode: z.enum(['prompt', 'silent', 'failing']),
  delayMs: z.number().int().nonnegative(),
  /** No network, by the switch. */
  offline: z.boolean(),
  managementRemoved: z.boolean(),
  batteryLevel: z.number().min(0).max(1).nullable(),
  /** Since when the battery has that level; null = not watched yet. */
  batteryAt: instantSchema.nullable().default(null),
  habits: habitsSchema.nullable().default(null),
  errorCount: z.number().int().nonnegative(),
  /** When the server last answered. */
  lastContactAt: instantSchema.nullable(),
  /** Since when it does not answer; null while it does. */
  unreachableSince: instantSchema.nullable(),
  /** Since when its socket is open; null = it asks from time to time. */
  socketSince: instantSchema.nullable().default(null),
});
/** All that a device knows; plain data. Times are the server's as far as known, in epoch ms. */
export type DeviceState = z.infer<typeof deviceStateSchema>;
export type Mode = DeviceState['mode'];
export type Applied = NonNullable<DeviceState['applied']>;

/** A device that nobody has paired. `nonce` is at least 16 random characters of its own. */
export function newDeviceState(given: { apiUrl: string; nonce: string; about: About }): DeviceState {
  return {
    version: 1,
    ...given,
    enrolment: { kind: 'none' },
    accountKey: null,
    reportSeq: 0,
    commandSeq: 0,
    heard: [],
    serverOffsetMs: 0,
    lived: null,
    policy: null,
    applied: null,
    told: null,
    policySaid: null,
    usage: [],
    usageTold: null,
    usageEveryMs: USAGE_EVERY_S * 1000,
    batteryTold: null,
    lastUsedAt: null,
    usageElsewhere: [],
    activeChildId: null,
    apps: [],
    isAppListOwed: false,
    openApp: null,
    appUsage: [],
    appUsageElsewhere: [],
    inbox: [],
    unsentAcks: [],
    reportsRestUntil: null,
    unsentReports: [],
    mode: 'prompt',
    delayMs: 0,
    offline: false,
    managementRemoved: false,
    batteryLevel: null,
    batteryAt: null,
    habits: null,
    errorCount: 0,
    lastContactAt: null,
    unreachableSince: null,
    socketSince: null,
  };
}

/** Reads what `JSON.stringify` wrote of a state. Null: the text is not one. */
export function parseDeviceState(text: string): DeviceState | null {
  try {
    return deviceStateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** What remains of a device that a parent removed: who it was is forgotten, the secret first of all (docs/reference/device.md, 410). */
export function forgetEnrolment(state: DeviceState, now: number): DeviceState {
  const fresh = newDeviceState({ apiUrl: state.apiUrl, nonce: state.nonce, about: state.about });
  return { ...fresh, enrolment: { kind: 'gone', at: now }, batteryLevel: state.batteryLevel, apps: state.apps };
}

/** Changes how the device takes commands. Back to `prompt` it reports at once, and so learns what it let pass. */
export function setMode(state: DeviceState, mode: Mode): DeviceState {
  return { ...state, mode, told: mode === 'prompt' ? null : state.told };
}
