import { instantOf } from '../../app/domain/time.ts';
import { getAccount } from '../../app/wire/account.ts';
import { getBlockStatus } from '../../app/wire/block-status.ts';
import { createCommand } from '../../app/wire/command.ts';
import { createRule, listRules, updateRule } from '../../app/wire/rule.ts';
import { type Family, makeFamily } from './family.ts';
import { MovedFamily, type Notes, type Said } from './moved-family.ts';
import { addUse, priceOf, timesUse, type Use } from './price-list.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const PINGS_PER_DAY = 2 * 24 * 60;
const BAR_DOLLARS = 0.015;
/** For so long an object is awake for one request, alarm or frame: more than any of them was seen to take. */
const AWAKE_MS = 10;
const FAMILY = { devices: 3, days: 30 };

/** `minute` of the local day. A state change reaches the device at once; what is asked of it is answered. */
type Deed = { minute: number; what: 'block' | 'grant' | 'device_info'; forMinutes: number };

/** Six commands of one day; one grant lies over the evening's boundary. */
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

/** Rows that one device writes in a day of its own clock, and from them the bill of a family's month. */
export async function measureDeviceDay(): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('bench');
  const product = await startProduct({ api: script });
  try {
    return toRows(await liveADay(product, await makeFamily(product, { children: 1, devices: 0 })));
  } finally {
    await product.close();
    forget();
  }
}

type Day = { device: Use; parent: Use; written: Record<string, number>; said: Said };

async function liveADay(product: Product, family: Family): Promise<Day> {
  const [child] = family.children;
  if (child === undefined) throw new Error('The family has no child');
  const tomorrow = new Date(Date.now() + 24 * 60 * MINUTE).toISOString().slice(0, 10);
  const start = instantOf(tomorrow, 0, ZONE);
  const life = new MovedFamily(product, family, start);
  const [ofDevice, ofParent]: [Notes, Notes] = [
    { written: {}, rings: 0 },
    { written: {}, rings: 0 },
  ];
  try {
    await life.moveTo(start);
    await switchBedtimeOn(family, child.user_id);
    await life.wakeDevice(child.user_id);
    await life.takeNotes();
    for (let minute = 1; minute <= 24 * 60; minute += 1) {
      await life.moveTo(start + minute * MINUTE);
      for (const deed of DEEDS.filter((candidate) => candidate.minute === minute)) {
        await life.untilWoken(() => doDeed(family, child.user_id, deed, life.now));
      }
      await life.liveOn(PLAYED.some(([from, to]) => minute > from && minute <= to) ? 60 : 0);
      if (!OPENED.includes(minute)) continue;
      addNotes(ofDevice, await life.takeNotes());
      await openPage(family, child.user_id);
      addNotes(ofParent, await life.takeNotes());
    }
    addNotes(ofDevice, await life.takeNotes());
  } finally {
    life.end();
  }
  const { said } = life;
  const requests = said.calls + ofDevice.rings + DEEDS.length;
  return {
    device: {
      rows: sumOf(ofDevice),
      objectRequests: requests,
      workerRequests: said.calls + DEEDS.length,
      messages: said.frames + PINGS_PER_DAY,
      objectMs: (requests + said.frames) * AWAKE_MS,
    },
    // A page asks twice and opens a socket, which pings for five minutes.
    parent: {
      rows: sumOf(ofParent),
      objectRequests: OPENED.length * 4,
      workerRequests: OPENED.length * 2,
      messages: OPENED.length * 10,
      objectMs: OPENED.length * 4 * AWAKE_MS,
    },
    written: ofDevice.written,
    said,
  };
}

async function switchBedtimeOn({ parent }: Family, childId: string): Promise<void> {
  const query = { user_id: childId };
  const bedtime = (await parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  if (bedtime === undefined) throw new Error('A child came without its Bedtime');
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

/** What the manage page asks for. */
async function openPage({ parent }: Family, childId: string): Promise<void> {
  await parent.call(getAccount);
  await parent.call(getBlockStatus, { query: { dev_info: 'true', rule_info: 'true', usage: 'true', rules_of: childId } });
}

function addNotes(to: Notes, { written, rings }: Notes): void {
  to.rings += rings;
  for (const [table, rows] of Object.entries(written)) to.written[table] = (to.written[table] ?? 0) + rows;
}

function sumOf({ written }: Notes): number {
  return Object.values(written).reduce((total, rows) => total + rows, 0);
}

function toRows({ device, parent, written, said }: Day): Array<Row> {
  const month = timesUse(addUse(timesUse(device, FAMILY.devices), parent), FAMILY.days);
  const price = priceOf(month);
  const asking = said.asks * FAMILY.devices * FAMILY.days;
  const askingPrice = priceOf({ rows: 0, objectRequests: asking, workerRequests: asking, messages: 0, objectMs: asking * AWAKE_MS });
  const cents = (dollars: number) => `$${dollars.toFixed(4)}`;
  const tables = Object.entries(written).sort(([, a], [, b]) => b - a);
  return [
    {
      name: 'Rows written per device-day',
      measured: `${device.rows} rows`,
      bar: '–',
      control: null,
      verdict: 'for information',
      figures: { device, parent, written },
      notes: [
        `By table, indexes and alarms included: ${tables.map(([table, rows]) => `${table} ${rows}`).join(', ')}.`,
        `${DEEDS.length} commands, four hours of play, two boundaries, socket open all day: ${said.frames} acks and reports by socket, ${device.objectRequests} calls and alarms (${said.asks} of them asking for commands although the socket is open).`,
      ],
    },
    {
      name: 'A family’s month at list prices',
      measured: cents(price.total),
      bar: cents(BAR_DOLLARS),
      control: null,
      verdict: judge(price.total, BAR_DOLLARS),
      figures: { month, price, family: FAMILY },
      notes: [
        `${FAMILY.devices} devices and one parent (10 openings a day), ${FAMILY.days} days, nothing of what a plan includes taken off:`,
        `rows ${month.rows} × $1.00/M = ${cents(price.rows)}; object requests (${month.objectRequests} + ${month.messages} messages / 20) × $0.15/M = ${cents(price.objectRequests)}; Worker requests ${month.workerRequests} × $0.30/M = ${cents(price.workerRequests)}; ${Math.round(month.objectMs / 1000)} s awake (${AWAKE_MS} ms each) × 0.128 GB × $12.50/M GB-s = ${cents(price.duration)}.`,
        `${cents(askingPrice.total)} of it is asking for commands although the socket is open. The rows are the bill: the first lever is the table of due things with its index and the alarm, set anew at each command and each boundary.`,
      ],
    },
  ];
}
