import * as z from 'zod';
import { parseTimeWindow } from '#app/domain/time.ts';
import { accessStateSchema } from '#app/wire/block-status.ts';
import { type AckBody, deviceCommandSchema, policySchema, type ReportBody, sendReport, USAGE_EVERY_S } from '#app/wire/device.ts';
import { idSchema, instantSchema } from '#app/wire/values.ts';
import { accountKeyStateSchema } from './account-key.ts';
import { locationStateSchema, NO_LOCATION } from './location.ts';
import { NO_SAMPLES, samplesStateSchema } from './samples.ts';

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
/** How a device describes itself when it enrolls (D01). */
export type About = z.infer<typeof aboutSchema>;

/** `gone`: a parent removed the device; its secret was deleted. */
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

/** Seconds of use by one child on one local date. */
const usageSchema = z.object({ childId: idSchema, date: z.string(), seconds: z.number().int().nonnegative() });

const appSchema = z.object({ bundleId: z.string().min(1).max(256), name: z.string().max(256), version: z.string().max(64) });
/** An app on the device (D06). */
export type InstalledApp = z.infer<typeof appSchema>;

/** Seconds of use of one app by one child on one local date. */
const appUsageSchema = usageSchema.extend({ bundleId: z.string() });

/** A daily time window in the child’s zone, `HH:mmPT{n}M`. */
const hoursSchema = z.string().refine((text) => parseTimeWindow(text) !== null, 'Expected HH:mmPT{n}M');
/**
 * What a simulated device does by itself during the day. Battery levels are from 0 to 1, rates per hour. `takesTurns`: the active child of
 * a shared device changes every hour (D12). `opens`: apps that a child opens in turn.
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
  /** Created before the first enrollment attempt, so that a lost answer can be requested again (S61). */
  nonce: z.string().min(16),
  about: aboutSchema,
  enrolment: enrolmentSchema,
  /** Which public key of the account the device trusts (A128). Null: paired without a pin, and the account has no key yet. */
  accountKey: accountKeyStateSchema.nullable().default(null),
  /** Number of the last report created, sent or not. Does not decrease while the device is paired. */
  reportSeq: z.number().int().nonnegative(),
  /** Sequence number of the last fetched command; all commands up to it were received. */
  commandSeq: z.number().int().nonnegative(),
  /** Sequence numbers above `commandSeq` received by socket, possibly with gaps. */
  heard: z.array(z.number().int()).default([]),
  /** Server time minus the device’s own clock, in ms (A31). */
  serverOffsetMs: z.number(),
  /** The latest moment that the device saw or got from the server. `boot` and `upMs`: the machine’s boot ID and uptime at that moment. */
  lived: z.object({ at: instantSchema, boot: z.string().nullable(), upMs: z.number() }).nullable().default(null),
  policy: z.object({ rules: policySchema, scheduleTs: instantSchema, fetchedAt: instantSchema }).nullable(),
  applied: z.object({ state: accessStateSchema, scheduleTs: instantSchema, at: instantSchema }).nullable(),
  /** The `applied` state last reported, sent or queued. If it differs from `applied`, a report is due. */
  told: z.object({ state: accessStateSchema, scheduleTs: instantSchema, at: instantSchema }).nullable(),
  /** The newest `schedule_ts` that the server announced without a command; null: none pending. */
  policySaid: instantSchema.nullable().default(null),
  usage: z.array(usageSchema),
  /**
   * Usage in the last report, which was created at `at`. `seconds`: sum of `usage` and `appUsage`. `inUse`: whether the device was in use.
   * `usedUp`: app limits that were used up.
   */
  usageTold: z
    .object({ seconds: z.number(), at: instantSchema, inUse: z.boolean().default(false), usedUp: z.array(z.string()).default([]) })
    .nullable()
    .default(null),
  /** Interval, in ms, at which the server wants reports of growing use that counts against a limit. */
  usageEveryMs: z
    .number()
    .positive()
    .default(USAGE_EVERY_S * 1000),
  /** Battery level in the last report. */
  batteryTold: z.number().nullable().default(null),
  /** When a child last used the device. */
  lastUsedAt: instantSchema.nullable().default(null),
  /** Usage on the child’s other devices, as last received. Can be negative after the child’s time zone changed. */
  usageElsewhere: z.array(usageSchema.extend({ seconds: z.number().int() })),
  activeChildId: idSchema.nullable(),
  apps: z.array(appSchema).default([]),
  /** True if the app list changed or was requested since the last report. */
  isAppListOwed: z.boolean().default(false),
  /** The app in the foreground; null if none is counted. */
  openApp: z.string().nullable().default(null),
  appUsage: z.array(appUsageSchema).default([]),
  /** Usage of apps with a limit on the child’s other devices, as last received (D12). */
  appUsageElsewhere: z.array(appUsageSchema.extend({ seconds: z.number().int() })).default([]),
  /** Received commands, to be carried out at `dueAt`. */
  inbox: z.array(z.object({ command: deviceCommandSchema, dueAt: instantSchema })),
  unsentAcks: z.array(ackSchema),
  /** The server asked the device to send no reports until this time; null: it did not. */
  reportsRestUntil: instantSchema.nullable().default(null),
  /** Reports in the order of sending. A resent report keeps its number, so that the server counts it once. */
  unsentReports: z.array(z.custom<ReportBody>((value) => sendReport.body.safeParse(value).success)),
  /** `silent`: applies commands but sends nothing. `failing`: answers every command with an error (D03). */
  mode: z.enum(['prompt', 'silent', 'failing']),
  delayMs: z.number().int().nonnegative(),
  /** Set by the `offline` command: the device has no network. */
  offline: z.boolean(),
  /** Set by the `turn-off` command: when the device was turned off. Null: it is on. */
  poweredOffAt: instantSchema.nullable().default(null),
  managementRemoved: z.boolean(),
  batteryLevel: z.number().min(0).max(1).nullable(),
  /** When the battery reached this level; null: not tracked yet. */
  batteryAt: instantSchema.nullable().default(null),
  habits: habitsSchema.nullable().default(null),
  location: locationStateSchema.default(NO_LOCATION),
  samples: samplesStateSchema.default(NO_SAMPLES),
  errorCount: z.number().int().nonnegative(),
  /** When the server last answered. */
  lastContactAt: instantSchema.nullable(),
  /** When the server stopped answering; null while it answers. */
  unreachableSince: instantSchema.nullable(),
  /** When the socket opened; null: the device polls. */
  socketSince: instantSchema.nullable().default(null),
});
/** Everything a device knows, as plain data. Times are server time as far as known, in epoch ms. */
export type DeviceState = z.infer<typeof deviceStateSchema>;
export type Mode = DeviceState['mode'];
export type Applied = NonNullable<DeviceState['applied']>;

/** Returns the state of an unpaired device. `nonce`: at least 16 random characters. */
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
    poweredOffAt: null,
    managementRemoved: false,
    batteryLevel: null,
    batteryAt: null,
    habits: null,
    location: NO_LOCATION,
    samples: NO_SAMPLES,
    errorCount: 0,
    lastContactAt: null,
    unreachableSince: null,
    socketSince: null,
  };
}

/** Parses a state written with `JSON.stringify`. Returns null if it is invalid. */
export function parseDeviceState(text: string): DeviceState | null {
  try {
    return deviceStateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Returns the state after a parent removed the device: without secret, policy and everything else about the family
 * (docs/reference/device.md, 410).
 */
export function forgetEnrolment(state: DeviceState, now: number): DeviceState {
  const fresh = newDeviceState({ apiUrl: state.apiUrl, nonce: state.nonce, about: state.about });
  return { ...fresh, enrolment: { kind: 'gone', at: now }, batteryLevel: state.batteryLevel, apps: state.apps };
}

/**
 * Changes how the device handles commands. When set back to `prompt`, the device reports immediately, so that the server sees what the
 * device missed.
 */
export function setMode(state: DeviceState, mode: Mode): DeviceState {
  return { ...state, mode, told: mode === 'prompt' ? null : state.told };
}

/** True if state and policy are the same, regardless of the time. */
export function isSame(before: Applied | null, after: Applied): boolean {
  return before?.state === after.state && before.scheduleTs === after.scheduleTs;
}
