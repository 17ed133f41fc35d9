import { createRule } from '#app/wire/rule.ts';
import { addRules, makeFamily } from './family.ts';
import { closeAll, cpuOf, type OpenedPage, openPage, PAGES } from './opened.ts';
import { startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { median } from './statistics.ts';

/** Rules per child. The first size is 8 schedules, Bedtime and an override. A child has at most 100 schedules. */
const SIZES = [10, 25, 50, 100];
const FIRST_SCHEDULES = 8;
const WARM_UP = { usual: 100, short: 10 };
const ROUNDS = { usual: 5, short: 1 };
/** Maximum growth of the cost per added rule from the first to the last step. A quadratic cost would grow about fourfold. */
const BAR_RATIO = 1.5;

type Size = { rules: number; opened: OpenedPage };

/** Measures the page of a child with 10 to 100 rules, and the CPU time and bytes per added rule. */
export async function measureRulePages({ short }: { short: boolean }): Promise<Array<Row>> {
  const size = short ? 'short' : 'usual';
  const opened: Array<OpenedPage> = [];
  try {
    const sizes: Array<Size> = [];
    for (const rules of SIZES) sizes.push({ rules, opened: await openWith(rules, opened, WARM_UP[size]) });
    const rounds = sizes.map((): Array<number> => []);
    // Each round runs all sizes, so that drift affects them equally.
    for (let round = 0; round < ROUNDS[size]; round += 1) {
      for (const [index, one] of sizes.entries()) rounds[index]?.push(await cpuOf(one.opened, PAGES[size]));
    }
    const cpuMs = rounds.map(median);
    const bytes = await Promise.all(sizes.map(async (one) => Buffer.byteLength((await one.opened.visitor.get(one.opened.url)).text)));
    return [
      toRow(
        'bytes',
        'KB',
        sizes,
        bytes.map((count) => count / 1000),
        {},
      ),
      toRow('CPU', 'ms', sizes, cpuMs, { rounds }),
    ];
  } finally {
    await closeAll(opened);
  }
}

async function openWith(rules: number, opened: Array<OpenedPage>, warmUp: number): Promise<OpenedPage> {
  const page = await openPage(opened, await startProduct(), async (product) => {
    const family = await makeFamily(product, { children: 1, devices: 3 });
    await addRules(family, FIRST_SCHEDULES);
    const query = { user_id: family.children[0]?.user_id ?? '' };
    for (let index = FIRST_SCHEDULES + 2; index < rules; index += 1) {
      const [hour, minute] = [5 + Math.floor(index / 12), (index % 12) * 5].map((part) => String(part).padStart(2, '0'));
      const body = {
        type: 'temporal',
        rule_name: `Window ${index}`,
        days: [1, 1, 1, 1, 1, 1, 1],
        time_duration: `${hour}:${minute}PT4M`,
      } as const;
      await family.parent.call(createRule, { query, body });
    }
    return family;
  });
  await page.visitor.getMany(page.url, warmUp);
  return page;
}

function toRow(what: string, unit: string, sizes: Array<Size>, values: Array<number>, more: Record<string, unknown>): Row {
  const perRule = values.slice(1).map((value, index) => (value - (values[index] ?? 0)) / ((SIZES[index + 1] ?? 0) - (SIZES[index] ?? 0)));
  const growth = (perRule.at(-1) ?? 0) / (perRule[0] ?? 1);
  return {
    name: `${what} of a child’s page by its rules`,
    measured: `a rule more adds ${perRule.at(-1)?.toFixed(2)} ${unit}, ${growth.toFixed(2)}x of the first`,
    bar: `${BAR_RATIO}x`,
    control: null,
    verdict: judge(growth, BAR_RATIO),
    figures: { values, perRule, growth, ...more },
    notes: [sizes.map(({ rules }, index) => `${rules} rules ${values[index]?.toFixed(1)} ${unit}`).join(', ')],
  };
}
