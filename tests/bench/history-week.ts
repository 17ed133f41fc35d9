import { offset, randomOf } from '#app/domain/location.fixture.ts';
import { distanceBetween, type Position } from '#app/domain/position.ts';
import { addDays, type Instant, instantOf, localDate } from '#app/domain/time.ts';
import { getSpot } from '#device/demo-town/spots.ts';
import { measurePosition, NO_LOCATION } from '#device/location.ts';
import type { DayKey } from '#device/simulation.ts';
import { createWalker, type Walker } from '#device/walker.ts';
import { findAll, type HtmlElement, textOf } from '#tools/html.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { Agent } from '../clients/agent.ts';
import { startProduct } from './product.ts';
import type { Row } from './row.ts';

const ZONE = 'Europe/Berlin';
const MINUTE_MS = 60_000;
const HOP_MS = 30_000;
const DAYS = 7;
const PLAN: DayKey = 'usual';
/** A share of the positions that is far away and claims to be precise. */
const WRONG = 0.01;
/** Maximum number of positions in a report (D07). */
const BATCH = 500;
/** How far a time on the page may be from the truth. */
export const TOLERANCE_MINUTES = 2;
const PLACES = [
  { spot: 'home', name: 'Home' },
  { spot: 'school', name: 'School' },
  { spot: 'sportsGround', name: 'Sports ground' },
] as const;

/** The fields by which the parts of a day are compared. `from`: minutes since midnight. `place`: null outside of the family's places. */
type TruePart = { kind: 'stay' | 'trip'; from: number; place: string | null };
type ShownPart = { kind: string; from: number; sentence: string };
/** A part of a day beside its sentence; either may be missing. */
export type WeekLine = { date: string; truth: TruePart | null; shown: ShownPart | null; isRight: boolean };
type Servers = { webUrl: string; apiUrl: string; webEnv(): Promise<{ INTERNAL: { grant(email: string, sku: string): Promise<unknown> } }> };

/** Prints a simulated week with its truth beside the sentences of the history page. */
export async function measureHistoryWeek(): Promise<Array<Row>> {
  const product = await startProduct();
  try {
    const lines = await compareWeek(product);
    const wrong = lines.filter(({ isRight }) => !isRight).length;
    return [
      {
        name: `A week of a child, its truth beside the history page, ${WRONG * 100} % wrong positions`,
        measured: `${lines.length - wrong} of ${lines.length} parts right`,
        bar: 'all',
        control: null,
        verdict: wrong === 0 ? 'met' : 'missed',
        figures: { lines },
        notes: lines.map(toNote),
      },
    ];
  } finally {
    await product.close();
  }
}

function toNote({ date, truth, shown, isRight }: WeekLine): string {
  const left = truth === null ? '–' : `${toClock(truth.from)} ${truth.kind}${truth.place === null ? '' : ` at ${truth.place}`}`;
  const right = shown === null ? '–' : `${toClock(shown.from)} ${shown.sentence}`;
  return `${date}  ${left.padEnd(30)}  ${right}${isRight ? '' : '  WRONG'}`;
}

function toClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Signs up a family, reports a week of its child’s positions, and reads the history page of each day without script. */
export async function compareWeek({ webUrl, apiUrl, webEnv }: Servers): Promise<Array<WeekLine>> {
  const browser = new PlainBrowser(webUrl);
  const email = `week-${process.pid}-${Date.now()}@example.com`;
  await browser.press(await browser.open('/?view=signup'), 'signup', { email, password: 'correct horse battery' });
  await (await webEnv()).INTERNAL.grant(email, 'premium_plus_annual');
  const pair = await browser.press(await browser.open('/connect'), 'connect', { name: 'Mia', time_zone: ZONE });
  const [code] = findAll(pair.root, ({ attributes }) => attributes.class === 'code');
  if (code === undefined) throw new Error('The pairing page shows no code');
  const agent = await Agent.enrol((request) => fetch(request), { code: textOf(code) }, crypto.randomUUID(), apiUrl);
  await agent.report('allowed');
  const child = (await browser.open('/manage')).url.pathname.split('/')[2] ?? '';
  for (const { spot, name } of PLACES) {
    const { lat, lon } = getSpot(spot);
    const form = await browser.open(`/locator/places/new?lat=${lat}&lon=${lon}&child=${child}`);
    const saved = await browser.press(form, 'place-save', { name, radius: '100', unit: 'metric', child });
    if (saved.url.pathname !== '/locator') throw new Error(`The place ${name} was not saved`);
  }
  const walker = createWalker({ kind: 'day', plan: PLAN, detours: [] }, ZONE);
  const today = localDate(Date.now(), ZONE);
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS));
  await reportSpan(agent, walker, instantOf(dates[0] ?? today, 0, ZONE), instantOf(today, 0, ZONE));
  const lines: Array<WeekLine> = [];
  for (const date of dates) {
    const page = await browser.open(`/locator/${child}/history?date=${date}`);
    lines.push(...compare(date, listTruth(walker, date), readParts(page.root)));
  }
  return lines;
}

/** Measures as a device does, with a share of wrong positions, and reports in batches. */
async function reportSpan(agent: Agent, walker: Walker, from: Instant, until: Instant): Promise<void> {
  const random = randomOf(5);
  const source = {
    positionAt: (now: Instant) => {
      const { speed, ...truth } = walker(now);
      const isWrong = random() < WRONG;
      const [distance, angle] = [isWrong ? 500 + 5500 * random() : 12 * random(), 2 * Math.PI * random()];
      const point = offset(truth, distance * Math.cos(angle), distance * Math.sin(angle));
      return { ...point, accuracy: 8 + 20 * random(), speed: isWrong ? 0 : speed };
    },
  };
  const positions: Array<Position> = [];
  let state = { ...NO_LOCATION, isOn: true };
  for (let at = from; at < until; at += HOP_MS) {
    state = measurePosition(state, source, at);
    positions.push(...state.unsent);
    state = { ...state, unsent: [] };
  }
  await agent.report('allowed', { events: [{ type: 'location_on', at: from - 1 }] });
  for (let first = 0; first < positions.length; first += BATCH) {
    const locations = positions
      .slice(first, first + BATCH)
      .map(({ at, lat, lon, accuracy, speed }) => ({ at, lat, lng: lon, accuracy: accuracy ?? 0, speed: speed ?? 0 }));
    const { status } = await agent.report('allowed', { locations });
    if (status !== 200) throw new Error(`A report of positions was answered with ${status}`);
  }
}

/** Returns where the child really was on a day, and when it moved. */
function listTruth(walker: Walker, date: string): Array<TruePart> {
  const [from, until] = [instantOf(date, 0, ZONE), instantOf(addDays(date, 1), 0, ZONE)];
  const parts: Array<TruePart> = [];
  for (let at = from; at < until; at += 10_000) {
    const { speed, ...point } = walker(at);
    const kind = speed === 0 ? 'stay' : 'trip';
    if (parts.at(-1)?.kind === kind) continue;
    const place = kind === 'trip' ? undefined : PLACES.find(({ spot }) => distanceBetween(getSpot(spot), point) < 100);
    parts.push({ kind, from: Math.round((at - from) / MINUTE_MS), place: place?.name ?? null });
  }
  return parts;
}

/** Reads the list of a history page: each part’s kind, the time that its link names, and its words. */
function readParts(root: HtmlElement): Array<ShownPart> {
  return findAll(root, ({ tag, attributes }) => tag === 'li' && attributes['data-part'] !== undefined).map((part) => {
    const [link] = findAll(part, ({ tag }) => tag === 'a');
    const texts = findAll(part, ({ tag, attributes }) => tag === 'b' || (attributes.class ?? '').split(' ').includes('hint')).map(textOf);
    const from = Number(new URLSearchParams((link?.attributes.href ?? '').replaceAll('&amp;', '&')).get('at'));
    // Names are wrapped in bidi isolates.
    return { kind: part.attributes['data-part'] ?? '', from, sentence: texts.join(' · ').replaceAll(/[\u2066-\u2069]/g, '') };
  });
}

function compare(date: string, truth: ReadonlyArray<TruePart>, shown: ReadonlyArray<ShownPart>): Array<WeekLine> {
  return Array.from({ length: Math.max(truth.length, shown.length) }, (_, index) => {
    const [real, said] = [truth[index] ?? null, shown[index] ?? null];
    const isRight =
      real !== null &&
      said !== null &&
      real.kind === said.kind &&
      Math.abs(real.from - said.from) <= TOLERANCE_MINUTES &&
      (real.place === null || said.sentence.startsWith(real.place));
    return { date, truth: real, shown: said, isRight };
  });
}
