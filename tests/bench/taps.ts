import { createRule } from '#app/wire/rule.ts';
import { type Fleet, type FleetSize, type Living, type LivingFamily, startFleet } from './fleet.ts';
import { ParentPage, type Seen } from './parent-page.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { percentile } from './statistics.ts';

const FLEET: FleetSize = { families: 20, children: 10, devicesEach: 1 };
/** Twelve devices per family, three per child. A tap creates three commands and is complete when the last one is confirmed. */
const HOUSEHOLDS: FleetSize = { families: 17, children: 4, devicesEach: 3 };
const FEW_HOUSEHOLDS: FleetSize = { ...HOUSEHOLDS, families: 3 };
const CALM_TAPS = { usual: 300, short: 48 };
/** Taps per second: twenty families at their busiest. Two cores can handle this load in addition to two hundred devices. */
const PER_SECOND = 8;
const FAULTY_TAPS = { short: 120, usual: 2_000, full: 10_000 };
const BARS = { p50: 300, p95: 1_000 };
/**
 * Maximum time for the last taps to complete. A device that lost a frame gets the change with its next report or poll, which may be lost
 * too.
 */
const SETTLE_MS = 300_000;

type TapCounts = { taps: number; commands: number; confirmed: number; superseded: number; open: number; wrong: number; settledMs: number };

type Run = { full: boolean; short: boolean };

/** Measures a tap from the parent’s page to the device and back with 200 devices. Runs first on a calm network, then on a bad one. */
export function measureTaps(run: Run): Promise<Array<Row>> {
  return measureFleet(FLEET, run);
}

/** Like `measureTaps`, with families of twelve devices. */
export function measureHouseholds(run: Run): Promise<Array<Row>> {
  return measureFleet(run.short ? FEW_HOUSEHOLDS : HOUSEHOLDS, run);
}

async function measureFleet(size: FleetSize, { full, short }: Run): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('bench');
  const product = await startProduct({ api: script });
  try {
    const fleet = await startFleet(product, size);
    const pages = await Promise.all(fleet.families.map(({ parent }) => ParentPage.open(product, parent)));
    const seen = await tapCalmly(fleet, pages, size, short ? CALM_TAPS.short : CALM_TAPS.usual);
    for (const page of pages) page.close();
    const outcome = await tapOnABadNetwork(product, fleet, FAULTY_TAPS[full ? 'full' : short ? 'short' : 'usual'], size);
    await fleet.end();
    return [toLatencyRow(seen, size), toLossRow(outcome, fleet.faults, size)];
  } finally {
    await product.close();
    forget();
  }
}

async function tapCalmly(
  fleet: Fleet,
  pages: Array<ParentPage>,
  { children, devicesEach }: FleetSize,
  wanted: number,
): Promise<Array<Seen | null>> {
  const taps: Array<Promise<Seen | null>> = [];
  for (let index = 0; index < wanted; index += 1) {
    // Cycles through all families; block and grant alternate after each pass through the children.
    const family = index % fleet.families.length;
    const round = Math.floor(index / fleet.families.length);
    const one = fleet.families[family]?.living[(round % children) * devicesEach];
    const page = pages[family];
    if (one === undefined || page === undefined) throw new Error('There is no such device');
    taps.push(page.tap(one.childId, Math.floor(round / children) % 2 === 0 ? 'block' : 'grant'));
    await new Promise((done) => setTimeout(done, 1000 / PER_SECOND));
  }
  return Promise.all(taps);
}

async function tapOnABadNetwork(product: Product, fleet: Fleet, taps: number, { devicesEach }: FleetSize): Promise<TapCounts> {
  const all = fleet.families.flatMap(({ living }) => living);
  const asked = new Map<string, 'blocked' | 'allowed'>();
  const before = await countCommands(product, fleet);
  for (const { layer } of all) layer.switchOn();
  await Promise.all(fleet.families.map((family) => tapAtRandom(family, taps / fleet.families.length, asked)));
  const tapped = performance.now();
  const isSettled = ({ childId, device }: Living): boolean => {
    const { applied, inbox, unsentAcks, unsentReports } = device.store.read();
    const hasSaid = inbox.length + unsentAcks.length + unsentReports.length === 0;
    return hasSaid && (asked.get(childId) ?? applied?.state) === applied?.state;
  };
  let counts = before;
  for (;;) {
    counts = await countCommands(product, fleet);
    const isOver = counts.open === 0 && all.every(isSettled);
    if (isOver || performance.now() - tapped > SETTLE_MS) break;
    await new Promise((done) => setTimeout(done, 500));
  }
  for (const { layer } of all) layer.switchOff();
  return {
    taps,
    commands: taps * devicesEach,
    confirmed: counts.confirmed - before.confirmed,
    superseded: counts.superseded - before.superseded,
    open: counts.open,
    wrong: all.filter((one) => !isSettled(one)).length,
    settledMs: performance.now() - tapped,
  };
}

async function tapAtRandom({ parent, living }: LivingFamily, taps: number, asked: Map<string, 'blocked' | 'allowed'>): Promise<void> {
  for (let tap = 0; tap < taps; tap += 1) {
    const one = living[Math.floor(Math.random() * living.length)];
    if (one === undefined) throw new Error('The family has no device');
    const effect = Math.random() < 0.5 ? 'block' : 'grant';
    const body = { type: 'override', ruledef_name: effect, expiry: Date.now() + 3_600_000 } as const;
    await parent.call(createRule, { query: { user_id: one.childId }, body });
    asked.set(one.childId, effect === 'block' ? 'blocked' : 'allowed');
    await new Promise((done) => setTimeout(done, Math.random() * 200));
  }
}

/** Counts the commands of all families by state. Each command belongs to one tap. */
async function countCommands(product: Product, { families }: Fleet): Promise<{ confirmed: number; superseded: number; open: number }> {
  const counts = { confirmed: 0, superseded: 0, open: 0 };
  for (const { parent } of families) {
    const answer = await fetch(`${product.apiUrl}/bench/commands?account=${parent.accountId}`);
    const states: Array<{ state: string; n: number }> = JSON.parse(await answer.text());
    for (const { state, n } of states) counts[state === 'confirmed' || state === 'superseded' ? state : 'open'] += n;
  }
  return counts;
}

function toLatencyRow(outcomes: Array<Seen | null>, { families, children, devicesEach }: FleetSize): Row {
  const seen = outcomes.filter((outcome) => outcome !== null);
  const times = seen.map(({ seenMs }) => seenMs);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const steps = { sent: seen.map(({ sentMs }) => sentMs), confirmed: seen.map(({ confirmedMs }) => confirmedMs) };
  const ofServer = (step: keyof typeof steps) => ({ p50: percentile(steps[step], 0.5), p95: percentile(steps[step], 0.95) });
  const [sent, server] = [ofServer('sent'), ofServer('confirmed')];
  const isMet = p50 <= BARS.p50 && p95 <= BARS.p95 && seen.length === outcomes.length;
  return {
    name: `Tap to device to parent’s page, ${children * devicesEach} devices in each of ${families} families`,
    measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    bar: `p50 ${BARS.p50} ms, p95 ${BARS.p95} ms`,
    control: null,
    verdict: isMet ? 'met' : 'missed',
    figures: { p50, p95, sent, server, taps: outcomes.length, unseen: outcomes.length - seen.length },
    notes: [
      `${outcomes.length} taps, ${PER_SECOND} a second, ${outcomes.length - seen.length} not seen within 15 s. From saved to sent by the server’s clock: p50 ${sent.p50} ms, p95 ${sent.p95} ms; to confirmed by the last device: p50 ${server.p50} ms, p95 ${server.p95} ms; then the page gathers hints for 250 ms (RT-014) before it reads.`,
      'Devices, parents and server share this machine; the devices are those of the library, each with its own socket.',
    ],
  };
}

function toLossRow(
  { taps, commands, confirmed, superseded, open, wrong, settledMs }: TapCounts,
  faults: Fleet['faults'],
  { children, devicesEach }: FleetSize,
): Row {
  const lost = Math.max(commands - confirmed - superseded, 0) + wrong;
  return {
    name: `Taps lost on a network that drops, doubles and reorders, ${children * devicesEach} devices a family`,
    measured: `${lost} of ${commands}`,
    bar: '0',
    control: null,
    verdict: judge(lost, 0),
    figures: { taps, commands, confirmed, superseded, open, wrong, settledMs, faults },
    notes: [
      `${taps} taps, ${commands} commands: ${confirmed} confirmed, ${superseded} superseded by a newer tap, ${open} still open, ${wrong} devices in another state than asked, ${(settledMs / 1000).toFixed(0)} s after the last tap.`,
      `${faults.dropped} calls and frames dropped, ${faults.answersLost} answers lost, ${faults.doubled} doubled, ${faults.late} up to 0.3 s late and so out of order. Use --full for ${FAULTY_TAPS.full} taps.`,
    ],
  };
}
