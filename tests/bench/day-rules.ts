import { resolveBlockStatus, type StatusInput } from '#app/domain/block-status.ts';
import { resolveDay } from '#app/domain/day.ts';
import type { Rule } from '#app/domain/rule.ts';
import { resolveWeek } from '#app/domain/week.ts';
import type { Row } from './row.ts';
import { judge } from './row.ts';
import { median } from './statistics.ts';

const SIZES = [25, 50, 100, 200];
const BAR_MS = 20;
/** Maximum growth of the CPU time per rule from the smallest to the largest size. Quadratic cost would grow by 8. */
const BAR_RATIO = 2;
const ROUNDS = 9;
const REPEATS = 10;
const NOW = Date.UTC(2026, 4, 14, 10, 7);
const MINUTE_MS = 60_000;

type Shape = 'one after the other' | 'on top of each other' | 'half of them overrides';
const SHAPES: ReadonlyArray<Shape> = ['one after the other', 'on top of each other', 'half of them overrides'];

/** Measures the CPU of a child’s day, status and week by the number of rules, in this process. */
export async function measureDayRules(): Promise<Array<Row>> {
  return SHAPES.map(measureShape);
}

function measureShape(shape: Shape): Row {
  const inputs = SIZES.map((count) => makeStatusInput(shape, count));
  const rounds = SIZES.map((): Array<number> => []);
  for (const input of inputs) work(input);
  // Each round runs all sizes, so that drift affects them equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, input] of inputs.entries()) rounds[index]?.push(cpuOf(input));
  }
  const cpuMs = rounds.map(median);
  const perRule = cpuMs.map((ms, index) => ms / (SIZES[index] ?? 1));
  const growth = (perRule.at(-1) ?? 0) / (perRule[0] ?? 1);
  const most = cpuMs.at(-1) ?? 0;
  const verdict = judge(most, BAR_MS) === 'met' ? judge(growth, BAR_RATIO) : 'missed';
  return {
    name: `CPU of one child’s rules, ${shape}`,
    measured: `${most.toFixed(2)} ms for ${SIZES.at(-1)}; per rule ${growth.toFixed(2)}x of ${SIZES[0]}`,
    bar: `${BAR_MS} ms; ${BAR_RATIO}x`,
    control: null,
    verdict,
    figures: { sizes: SIZES, cpuMs, perRule, growth, rounds },
    notes: [SIZES.map((size, index) => `${size} rules ${cpuMs[index]?.toFixed(2)} ms`).join(', ')],
  };
}

function cpuOf(input: StatusInput): number {
  const before = process.cpuUsage();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / REPEATS;
}

function work(input: StatusInput): void {
  resolveDay(input, NOW);
  resolveBlockStatus(input, NOW);
  resolveWeek(input, NOW);
}

function makeStatusInput(shape: Shape, count: number): StatusInput {
  const rules = Array.from({ length: count }, (_, index): Rule => {
    if (shape === 'half of them overrides' && index % 2 === 1) return makeOverride(index);
    return shape === 'on top of each other'
      ? makeSchedule(index, 600 + ((index * 7) % 300), 60 + (index % 100))
      : makeSchedule(index, Math.floor((index * 1440) / count), Math.max(1, Math.floor(700 / count)));
  });
  return { rules, timeZone: 'Europe/Berlin', allowance: null, pause: null };
}

function makeSchedule(index: number, start: number, minutes: number): Rule {
  return {
    kind: 'schedule',
    id: `schedule-${index}`,
    childId: 'child',
    name: `Schedule ${index}`,
    weekdays: [true, true, true, true, true, true, true],
    window: { start, minutes },
    suspended: false,
    recurring: true,
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: NOW - index,
    updatedAt: NOW,
  };
}

function makeOverride(index: number): Rule {
  const from = NOW + (index - 50) * MINUTE_MS;
  const until = from + (index % 7) * 30 * MINUTE_MS + MINUTE_MS;
  return { kind: 'override', id: `override-${index}`, childId: 'child', effect: 'grant', from, until, createdAt: from, updatedAt: from };
}
