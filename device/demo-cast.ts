import { BATTERY_LOW } from '#app/domain/device.ts';
import { formatTimeWindow } from '#app/domain/time.ts';
import { appOn, type DemoAppKey, type DemoAppRules } from './demo-apps.ts';
import type { Habits, InstalledApp } from './state.ts';

/**
 * Initial setup of a child of the demo family. `bedtime`: hours that replace the default ones. `allowance`: seconds per day, Sunday first;
 * null = no daily limit. `school`: a weekday schedule. `appRules`: rules for single apps.
 */
export type DemoChild = {
  name: string;
  timeZone: string;
  bedtime: string | null;
  school: { name: string; hours: string } | null;
  allowance: Array<number> | null;
  appRules: DemoAppRules;
};

/**
 * A device of the demo family. It is paired for the first of `children`. `name`: given by the parent. `modelName`: reported by the device.
 * `unmanaged`: a child removed the management. `isPairedByCode`: a person typed a code, so the device got no pin of the account key.
 */
export type DemoDevice = {
  file: string;
  children: Array<string>;
  name: string;
  make: string;
  model: string;
  modelName: string;
  os: 'android' | 'iOS';
  osVersion: string;
  appVersion: string;
  battery: number;
  delayMs: number;
  unmanaged: boolean;
  isPairedByCode: boolean;
  apps: Array<DemoAppKey>;
  /** Installed a while after the start, to trigger a notification. */
  newApp: DemoAppKey | null;
  habits: Habits;
};

const CENTRAL_EUROPE = 'Europe/Berlin';
const EAST_COAST = 'America/New_York';
const HOUR_S = 3600;

/**
 * Mia gets up early, and Ben, six hours west, stays up late. So one of them can use a device at any hour, even when only one zone has
 * daylight saving time. Their daily limits exceed the simulated use, so that usage grows all day.
 */
export const DEMO_CHILDREN: ReadonlyArray<DemoChild> = [
  {
    name: 'Mia',
    timeZone: CENTRAL_EUROPE,
    bedtime: hours('20:30', '05:00'),
    school: null,
    allowance: [7, 6, 6, 6, 6, 6, 7].map((hours) => hours * HOUR_S),
    appRules: {
      never: ['tiktok'],
      always: ['messages', 'clock'],
      learning: ['duolingo', 'khan'],
      limits: { minecraft: HOUR_S },
      restrictions: { allowInAppPurchases: 'N' },
    },
  },
  {
    name: 'Ben',
    timeZone: EAST_COAST,
    bedtime: hours('00:00', '06:30'),
    school: { name: 'School', hours: hours('08:00', '14:00') },
    allowance: [8, 7, 7, 7, 7, 7, 8].map((hours) => hours * HOUR_S),
    appRules: { never: ['instagram'], always: ['messages'], learning: ['wikipedia'], limits: { youtube: HOUR_S / 2 } },
  },
  {
    name: 'Leo',
    timeZone: EAST_COAST,
    bedtime: hours('23:00', '06:30'),
    school: null,
    allowance: null,
    appRules: { always: ['messages'] },
  },
];

const NIGHT = hours('21:30', '06:00');
const USUAL_BATTERY = { drainPerHour: 0.05, chargePerHour: 0.2, chargingHours: NIGHT };
const USUAL: Habits = { offlineHours: null, useHours: [], battery: USUAL_BATTERY, takesTurns: false, opens: [] };
const ANDROID = {
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  delayMs: 0,
  unmanaged: false,
  isPairedByCode: false,
  newApp: null,
} as const;

/** Each device behaves differently: prompt, slow, low battery, old app, shared, offline at night, unmanaged. */
export const DEMO_DEVICES: ReadonlyArray<DemoDevice> = [
  {
    ...ANDROID,
    file: 'mia-phone',
    children: ['Mia'],
    name: 'Mia’s phone',
    make: 'Fairphone',
    model: 'FP6',
    modelName: 'Gen. 6',
    battery: 0.82,
    apps: ['whatsapp', 'messages', 'clock', 'minecraft', 'toca', 'duolingo', 'khan', 'spotify', 'youtube'],
    habits: { ...USUAL, opens: idsOn('android', ['minecraft', 'duolingo', 'youtube', 'toca']), useHours: [hours('05:00', '20:30')] },
  },
  {
    ...ANDROID,
    file: 'mia-tablet',
    children: ['Mia'],
    name: 'Mia’s tablet',
    make: 'Apple',
    model: 'iPad15,7',
    modelName: 'iPad (A16)',
    os: 'iOS',
    osVersion: '26.1',
    battery: 0.55,
    delayMs: 4_000,
    apps: ['minecraft', 'toca', 'khan', 'scratch', 'youtube', 'tiktok'],
    habits: { ...USUAL, opens: idsOn('iOS', ['toca', 'khan', 'minecraft']), useHours: [hours('17:00', '19:00')] },
  },
  {
    ...ANDROID,
    file: 'ben-phone',
    children: ['Ben'],
    name: 'Ben’s phone',
    make: 'Google',
    model: 'GKWS6',
    modelName: 'Pixel 8',
    osVersion: '15',
    battery: 0.17,
    apps: ['whatsapp', 'instagram', 'messages', 'roblox', 'youtube', 'spotify', 'duolingo'],
    newApp: 'tiktok',
    habits: {
      ...USUAL,
      opens: idsOn('android', ['youtube', 'roblox']),
      useHours: [hours('06:30', '08:00'), hours('14:00', '00:00')],
      battery: { drainPerHour: 0.03, chargePerHour: 0.04, chargingHours: NIGHT },
    },
  },
  {
    ...ANDROID,
    file: 'ben-tablet',
    children: ['Ben'],
    name: 'Ben’s old tablet',
    make: 'Samsung',
    model: 'SM-T510',
    modelName: 'Galaxy Tab A 10.1',
    osVersion: '11',
    appVersion: '4.1.0',
    battery: 0.64,
    apps: ['youtube', 'minecraft', 'wikipedia', 'clock'],
    habits: { ...USUAL, opens: idsOn('android', ['minecraft', 'wikipedia']), useHours: [hours('18:00', '19:00')] },
  },
  {
    ...ANDROID,
    file: 'family-tablet',
    children: ['Ben', 'Leo'],
    name: 'Family tablet',
    make: 'Lenovo',
    model: 'TB350FU',
    modelName: 'Tab P11',
    osVersion: '14',
    isPairedByCode: true,
    battery: 0.91,
    apps: ['youtube', 'wikipedia', 'scratch', 'roblox', 'khan'],
    habits: {
      ...USUAL,
      opens: idsOn('android', ['youtube', 'wikipedia', 'roblox']),
      useHours: [hours('17:00', '22:30')],
      takesTurns: true,
    },
  },
  {
    ...ANDROID,
    file: 'leo-phone',
    children: ['Leo'],
    name: 'Leo’s phone',
    make: 'Google',
    model: 'G9S9B',
    modelName: 'Pixel 6',
    battery: 0.73,
    apps: ['whatsapp', 'snapchat', 'messages', 'roblox', 'spotify'],
    habits: {
      ...USUAL,
      opens: idsOn('android', ['roblox', 'snapchat', 'spotify']),
      useHours: [hours('06:30', '22:30')],
      offlineHours: hours('22:30', '06:30'),
    },
  },
  {
    ...ANDROID,
    file: 'leo-old-phone',
    children: ['Leo'],
    name: 'Leo’s old phone',
    make: 'Xiaomi',
    model: '21091116AG',
    modelName: 'POCO M4 Pro 5G',
    osVersion: '13',
    battery: 0.38,
    unmanaged: true,
    apps: ['messages', 'youtube'],
    habits: USUAL,
  },
];

/** Returns the apps that a device has initially. */
export function appsOf({ os, apps }: DemoDevice): Array<InstalledApp> {
  return apps.map((key) => appOn(os, key));
}

/** Describes how a device behaves, for the person who starts the demonstration. */
export function describeBehavior({ delayMs, battery, appVersion, unmanaged, habits, children }: DemoDevice): string {
  const moods = [
    delayMs > 0 ? `confirms ${delayMs / 1000} s late` : null,
    battery <= BATTERY_LOW ? 'low battery' : null,
    appVersion.startsWith('4.') ? `old app ${appVersion}` : null,
    children.length > 1 ? `shared by ${children.join(' and ')}` : null,
    habits.offlineHours === null ? null : 'offline at night',
    unmanaged ? 'management removed' : null,
  ].filter((mood) => mood !== null);
  return moods.length === 0 ? 'normal' : moods.join(', ');
}

/** Returns the time window between two clock times, across midnight if `to` is earlier. */
function hours(from: string, to: string): string {
  return formatTimeWindow({ start: minuteOf(from), minutes: (minuteOf(to) - minuteOf(from) + 1440) % 1440 });
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function idsOn(os: DemoDevice['os'], keys: Array<DemoAppKey>): Array<string> {
  return keys.map((key) => appOn(os, key).bundleId);
}
