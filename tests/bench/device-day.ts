import { addDays, instantOf, localDate } from '#app/domain/time.ts';
import { getAccount } from '#app/wire/account.ts';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { createCommand } from '#app/wire/command.ts';
import { updateUser } from '#app/wire/family.ts';
import { putGranularity } from '#app/wire/granularity.ts';
import { listNotifications } from '#app/wire/notification.ts';
import { DEVICE_PING_EVERY_MS, PING_EVERY_MS } from '#app/wire/realtime.ts';
import { createRule, listRules, updateRule } from '#app/wire/rule.ts';
import { appOn, type DemoAppKey, toPatch } from '#device/demo-apps.ts';
import { type Family, makeFamily } from './family.ts';
import { addUse, priceOf, timesUse, type Use } from './price-list.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { type Notes, type SentCounts, TimeShiftedFamily } from './time-shifted-family.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
const PINGS_PER_DAY = Math.ceil(DAY_MS / DEVICE_PING_EVERY_MS);
const BAR_DOLLARS = 0.015;
/** Assumed awake time of an object per request, alarm or frame; above every measured value. */
export const AWAKE_MS = 10;
export const FAMILY = { devices: 3, days: 30 };

const APPS: ReadonlyArray<DemoAppKey> = ['whatsapp', 'minecraft', 'youtube', 'duolingo', 'khan', 'spotify', 'messages', 'clock'];
/** Apps that are open in turn, ten minutes each. */
const OPENED_APPS: ReadonlyArray<DemoAppKey> = ['minecraft', 'youtube', 'duolingo', 'whatsapp'];
const NEW_APP_MINUTE = 15 * 60 + 30;
const APP_TURN_MINUTES = 10;

/** A command at a `minute` of the local day. The device receives state changes immediately and answers requests. */
type Deed = { minute: number; what: 'block' | 'grant' | 'device_info'; forMinutes: number };

/** Six commands of one day. One grant spans the start of Bedtime. */
const DEEDS: ReadonlyArray<Deed> = [
  { minute: 8 * 60, what: 'grant', forMinutes: 30 },
  { minute: 10 * 60, what: 'device_info', forMinutes: 0 },
  { minute: 12 * 60, what: 'block', forMinutes: 30 },
  { minute: 16 * 60, what: 'block', forMinutes: 30 },
  { minute: 18 * 60, what: 'grant', forMinutes: 60 },
  { minute: 20 * 60 + 45, what: 'grant', forMinutes: 30 },
];
const PLAYED = [
  [15 * 60, 17 * 60],
  [18 * 60, 20 * 60],
] as const;
const OPENED = [7, 8, 10, 12, 14, 16, 18, 19, 20, 21].map((hour) => hour * 60 + 1);
/** How many minutes the page stays open, with its socket, after each opening. */
const LOOKED_MINUTES = 5;

/** `plain`: Bedtime and a parent’s taps. `whole`: also daily limit, app rules, app schedules, app lists and their notifications. */
type Way = 'plain' | 'whole';

/** Measures the rows that one device writes in a simulated day, and calculates a family’s monthly cost. */
export async function measureDeviceDay(): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('bench');
  const product = await startProduct({ api: script });
  try {
    const rows: Array<Row> = [];
    for (const way of ['plain', 'whole'] as const) {
      rows.push(...toRows(await liveADay(product, await makeFamily(product, { children: 1, devices: 0 }), way), way));
    }
    return rows;
  } finally {
    await product.close();
    forget();
  }
}

type Day = { device: Use; parent: Use; written: Record<string, number>; wasRead: Record<string, number>; sent: SentCounts };

async function liveADay(product: Product, family: Family, way: Way): Promise<Day> {
  const [child] = family.children;
  if (child === undefined) throw new Error('The family has no child');
  const tomorrow = addDays(localDate(Date.now(), ZONE), 1);
  const start = instantOf(tomorrow, 0, ZONE);
  const life = new TimeShiftedFamily(product, family, start);
  const [ofDevice, ofParent]: [Notes, Notes] = [
    { written: {}, wasRead: {}, rings: 0 },
    { written: {}, wasRead: {}, rings: 0 },
  ];
  let hints = 0;
  try {
    await life.moveTo(start);
    await switchBedtimeOn(family, child.user_id);
    if (way === 'whole') await setEverything(family, child);
    await life.wakeDevice(child.user_id);
    if (way === 'whole') for (const key of APPS) life.install(appOn('android', key));
    await life.liveOn(0);
    await life.readCounters();
    for (let minute = 1; minute <= 24 * 60; minute += 1) {
      await life.moveTo(start + minute * MINUTE);
      for (const deed of DEEDS.filter((candidate) => candidate.minute === minute)) {
        await life.untilWoken(() => doDeed(family, child.user_id, deed, life.now));
      }
      if (way === 'whole' && minute === NEW_APP_MINUTE) life.install(appOn('android', 'snapchat'));
      const open = way === 'whole' ? (OPENED_APPS[Math.floor(minute / APP_TURN_MINUTES) % OPENED_APPS.length] ?? 'youtube') : null;
      const isPlayed = PLAYED.some(([from, to]) => minute > from && minute <= to);
      await life.liveOn(isPlayed ? 60 : 0, open === null ? null : appOn('android', open).bundleId);
      if (OPENED.includes(minute - LOOKED_MINUTES)) life.stopWatching();
      const isOpened = OPENED.includes(minute);
      if (!isOpened && !life.isPageStale()) continue;
      if (!isOpened) hints += 1;
      addNotes(ofDevice, await life.readCounters());
      await openPage(family, child.user_id, way);
      if (isOpened) await life.watch();
      addNotes(ofParent, await life.readCounters());
    }
    addNotes(ofDevice, await life.readCounters());
  } finally {
    life.end();
  }
  const { sent } = life;
  const requests = sent.calls + ofDevice.rings + DEEDS.length;
  return {
    device: {
      rows: sumOf(ofDevice.written),
      rowsRead: sumOf(ofDevice.wasRead),
      objectRequests: requests,
      workerRequests: sent.calls + DEEDS.length,
      messages: sent.frames + PINGS_PER_DAY,
      objectMs: (requests + sent.frames) * AWAKE_MS,
    },
    // A page makes two requests and opens a socket, which pings. Each minute with hints adds one request.
    parent: {
      rows: sumOf(ofParent.written),
      rowsRead: sumOf(ofParent.wasRead),
      objectRequests: OPENED.length * 4 + hints * 2,
      workerRequests: OPENED.length * 2 + hints,
      messages: (OPENED.length * LOOKED_MINUTES * MINUTE) / PING_EVERY_MS,
      objectMs: (OPENED.length * 4 + hints * 2) * AWAKE_MS,
    },
    written: ofDevice.written,
    wasRead: ofDevice.wasRead,
    sent,
  };
}

async function switchBedtimeOn({ parent }: Family, childId: string): Promise<void> {
  const query = { user_id: childId };
  const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  if (bedtime === undefined) throw new Error('A new child has no Bedtime schedule');
  await parent.call(updateRule, { query, body: { rule_id: bedtime.rule_id, updated_ts: bedtime.updated_ts, suspended: false } });
}

async function doDeed({ parent }: Family, childId: string, { what, forMinutes }: Deed, now: number): Promise<void> {
  if (what === 'device_info') {
    await parent.call(createCommand, { body: { command: 'device_info', user_id: childId } });
  } else {
    const body = { type: 'override', ruledef_name: what, expiry: now + forMinutes * MINUTE } as const;
    await parent.call(createRule, { query: { user_id: childId }, body });
  }
}

/** Sets a six-hour daily limit, a one-hour app limit, learning apps, an app schedule and an always allowed app. */
async function setEverything({ parent }: Family, { user_id, updated_ts }: Family['children'][number]): Promise<void> {
  const query = { user_id };
  await parent.call(updateUser, { body: { user_id, updated_ts, allowance: Array(7).fill(6 * 3600), allowance_enabled: true } });
  const times = { days: [1, 1, 1, 1, 1, 1, 1], recurring: true, suspended: false };
  const school = { ...times, rule_name: 'School', time_duration: '09:00PT240M' };
  await parent.call(createRule, { query, body: { type: 'temporal', ...school } });
  const homework = { ...times, rule_name: 'Homework', time_duration: '15:00PT60M', scope: 'apps' };
  const { rule_id } = await parent.call(createRule, { query, body: { type: 'temporal', ...homework } });
  const rules = toPatch({ always: ['messages'], learning: ['duolingo', 'khan'], limits: { minecraft: 3600 } });
  const app_schedules = { [appOn('android', 'whatsapp').bundleId]: [rule_id] };
  await parent.call(putGranularity, { body: { user_id, patch: { ...rules, app_schedules } } });
}

/** Makes the requests of the manage page; `whole` also loads the notifications. */
async function openPage({ parent }: Family, childId: string, way: Way): Promise<void> {
  await parent.call(getAccount);
  if (way === 'whole') await parent.call(listNotifications, { query: { locale: 'en', state: 'active' } });
  await parent.call(getBlockStatus, {
    query: { dev_info: 'true', rule_info: 'true', usage: 'true', rules_of: childId, details_of: childId },
  });
}

function addNotes(to: Notes, { written, wasRead, rings }: Notes): void {
  to.rings += rings;
  for (const [table, rows] of Object.entries(written)) to.written[table] = (to.written[table] ?? 0) + rows;
  for (const [table, rows] of Object.entries(wasRead)) to.wasRead[table] = (to.wasRead[table] ?? 0) + rows;
}

function sumOf(rows: Record<string, number>): number {
  return Object.values(rows).reduce((total, one) => total + one, 0);
}

const WAYS = { plain: 'Bedtime and taps', whole: 'with allowance, app rules, schedules and notifications' } as const satisfies Record<
  Way,
  string
>;

function toRows({ device, parent, written, wasRead, sent }: Day, way: Way): Array<Row> {
  const month = timesUse(addUse(timesUse(device, FAMILY.devices), parent), FAMILY.days);
  const price = priceOf(month);
  const asking = sent.asks * FAMILY.devices * FAMILY.days;
  const askingPrice = priceOf({
    rows: 0,
    rowsRead: 0,
    objectRequests: asking,
    workerRequests: asking,
    messages: 0,
    objectMs: asking * AWAKE_MS,
  });
  const cents = (dollars: number) => `$${dollars.toFixed(4)}`;
  const inWords = (rows: Record<string, number>) =>
    Object.entries(rows)
      .sort(([, a], [, b]) => b - a)
      .map(([table, count]) => `${table} ${count}`)
      .join(', ');
  return [
    {
      name: `Rows written per device-day, ${WAYS[way]}`,
      measured: `${device.rows} rows`,
      bar: '–',
      control: null,
      verdict: 'for information',
      figures: { device, parent, written, wasRead },
      notes: [
        `By table, indexes and alarms included: ${inWords(written)}.`,
        `${device.rowsRead} rows read: ${inWords(wasRead)}.`,
        `${DEEDS.length} commands, four hours of play, two boundaries, socket open all day: ${sent.frames} acks and reports by socket, ${device.objectRequests} calls and alarms (${sent.asks} of them asking for commands although the socket is open).`,
      ],
    },
    {
      name: `A family’s month at list prices, ${WAYS[way]}`,
      measured: cents(price.total),
      bar: cents(BAR_DOLLARS),
      control: null,
      verdict: judge(price.total, BAR_DOLLARS),
      figures: { month, price, family: FAMILY },
      notes: [
        `${FAMILY.devices} devices and one parent (10 openings a day), ${FAMILY.days} days, nothing of what a plan includes taken off:`,
        `rows ${month.rows} × $1.00/M = ${cents(price.rows)}; rows read ${month.rowsRead} × $0.001/M = ${cents(price.rowsRead)}; object requests (${month.objectRequests} + ${month.messages} messages / 20) × $0.15/M = ${cents(price.objectRequests)}; Worker requests ${month.workerRequests} × $0.30/M = ${cents(price.workerRequests)}; ${Math.round(month.objectMs / 1000)} s awake (${AWAKE_MS} ms each) × 0.128 GB × $12.50/M GB-s = ${cents(price.duration)}.`,
        `${cents(askingPrice.total)} of it is asking for commands although the socket is open. The rows are the bill: a report is one of them, a tap with its command, its answer and its end some twenty.`,
      ],
    },
  ];
}
