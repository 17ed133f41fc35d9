import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { listUsers, updateUser } from '#app/wire/family.ts';
import { getGranularity } from '#app/wire/granularity.ts';
import { createRule, listRules, removeRules } from '#app/wire/rule.ts';
import { CHROMIUM_ARGS, requireChromium } from '#tools/chromium.ts';
import type { Parent } from '../clients/parent.ts';
import { type Family, makeFamily, openManagePage } from './family.ts';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';

/** A phone-sized viewport. Anything off screen needs scrolling. */
const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 10_000;
const KNOWN_APP = { bundle_id: 'com.example.clock', name: 'Clock', version: '1.0' };
const APP = { bundle_id: 'com.example.reader', name: 'Reader', version: '1.0' };

type Home = { page: Page; fingers: TapCounter; parent: Parent; childId: string; family: Family };
/** A parent’s task. `bar` is the lowest number of taps in a competing app, `tap` performs the task, `isDone` checks the result. */
type Task = {
  name: string;
  bar: number;
  before?: (home: Home) => Promise<void>;
  tap: (home: Home) => Promise<void>;
  isDone: (home: Home) => Promise<boolean>;
};

const TASKS: ReadonlyArray<Task> = [
  {
    name: 'time left',
    bar: 0,
    before: async ({ parent, childId }) => giveAllowance(parent, childId),
    tap: async () => {},
    isDone: async ({ page }) => isInSight(page.getByTestId('time-left')),
  },
  {
    name: '+30 minutes',
    bar: 1,
    tap: ({ fingers, page }) => fingers.tap(button(page, 'extra-30m')),
    isDone: async ({ parent, childId }) => (await readChild(parent, childId)).allowance_extra?.seconds === 1800,
  },
  {
    name: 'allow 20 minutes during a ban',
    bar: 1,
    before: async ({ parent, childId }) => {
      await parent.call(createRule, { query: { user_id: childId }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    },
    tap: ({ fingers, page }) => fingers.tap(button(page, 'allow-20m')),
    isDone: async ({ parent, childId }) => (await findOverride(parent, childId)) === 'grant 20',
  },
  {
    name: 'block',
    bar: 1,
    before: async ({ parent, childId }) => {
      for (const { rule_id, type } of await parent.call(listRules, { query: { user_id: childId } }))
        if (type === 'override') await parent.call(removeRules, { query: { user_id: childId, rule_ids: rule_id } });
    },
    tap: ({ fingers, page }) => fingers.tap(button(page, 'block-open')),
    isDone: async ({ parent, childId }) => (await findOverride(parent, childId))?.startsWith('block') === true,
  },
  {
    name: 'why',
    bar: 1,
    tap: ({ fingers, page }) => fingers.tap(page.locator('.why summary')),
    isDone: async ({ page }) => isInSight(page.locator('.why .rules li').first()),
  },
  {
    name: 'allow a new app',
    bar: 1,
    before: async ({ family }) => reportApps(family, [KNOWN_APP, APP]),
    tap: async ({ fingers, page }) => {
      const allow = page.locator('button[name=intent][value="app-allow"]');
      if (!(await isInSight(allow.first()))) await fingers.tap(page.locator('a[href^="/notifications"]').first());
      await page.waitForTimeout(500);
      if (!(await isInSight(allow.first()))) await fingers.tap(page.locator('main a[href^="/notifications/"]').first());
      await fingers.tap(allow.first());
    },
    isDone: async ({ parent, childId }) => (await readGranularity(parent, childId))?.app_directives[APP.bundle_id] === 'A',
  },
  {
    name: 'one app one hour a day',
    bar: 3,
    tap: async ({ fingers, page }) => {
      await fingers.tap(page.locator('a[href$="/app-rules"]').first());
      await fingers.tap(page.locator('main a', { hasText: APP.name }).first());
      await fingers.tap(button(page, 'limit-3600'));
    },
    isDone: async ({ parent, childId }) => (await readGranularity(parent, childId))?.app_limits[APP.bundle_id] === 3600,
  },
  {
    name: 'bedtime 21 to 7',
    bar: 2,
    tap: async ({ fingers, page }) => {
      const atOnce = page.locator('button[value="schedule-bedtime"]:visible', { hasText: '21:00–07:00' });
      if ((await atOnce.count()) > 0) return fingers.tap(atOnce);
      await fingers.tap(page.locator('[role=switch][name=intent][value="schedule-on"], [role=switch][value="bedtime-on"]').first());
      await page.locator('[role=switch][aria-checked=true]').first().waitFor();
      await fingers.tap(page.locator('a[href*="?edit="]:not([href$="=new"])').first());
      await fingers.type(page.locator('[name=to]').first(), '07:00');
      await fingers.tap(button(page, 'schedule-save'));
    },
    isDone: async ({ parent, childId }) =>
      (await parent.call(listRules, { query: { user_id: childId } })).some(
        ({ type, time_duration, suspended }) => type === 'temporal_default' && !suspended && time_duration === '21:00PT600M',
      ),
  },
];

/** Counts taps on visible elements. Opening a menu and focusing a field count; scrolling does not. */
class TapCounter {
  taps = 0;
  scrolls = 0;

  async tap(target: Locator): Promise<void> {
    await this.#reach(target);
    await target.click({ timeout: PATIENCE_MS });
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.#reach(field);
    await field.fill(text);
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor({ state: 'visible', timeout: PATIENCE_MS });
    if (!(await isInSight(target))) this.scrolls += 1;
    this.taps += 1;
  }
}

type Counted = { name: string; bar: number; taps: number | null; scrolls: number; trouble: string | null };

/**
 * Counts the taps that each task takes from the home page, in Chromium with a phone viewport. Compares them with the competitor that needs
 * the fewest. Performs each task and checks its result through the API.
 */
export async function countTaps(): Promise<Array<Row>> {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  try {
    const counted: Array<Counted> = [];
    const family = await makeFamily(product, { children: 1, devices: 1 });
    // The first app list of a device does not create a notification.
    await reportApps(family, [KNOWN_APP]);
    for (const task of TASKS) counted.push(await count(browser, product, family, task));
    return [toRow(counted)];
  } finally {
    await browser.close();
    await product.close();
  }
}

async function count(browser: Browser, product: Product, family: Family, task: Task): Promise<Counted> {
  const { parent, children } = family;
  const childId = children[0]?.user_id ?? '';
  const opened = await openManagePage(product, family);
  opened.visitor.close();
  const context = await browser.newContext({ locale: 'en', viewport: PHONE, hasTouch: true });
  await context.addCookies([...opened.cookies].map(([name, value]) => ({ name, value, url: product.webUrl })));
  const page = await context.newPage();
  const fingers = new TapCounter();
  const home: Home = { page, fingers, parent, childId, family };
  let trouble: string | null = null;
  try {
    await task.before?.(home);
    await page.goto(`${product.webUrl}/manage/${childId}`, { waitUntil: 'networkidle' });
    await task.tap(home);
    const end = performance.now() + PATIENCE_MS;
    while (!(await task.isDone(home)) && performance.now() < end) await page.waitForTimeout(100);
    if (!(await task.isDone(home))) trouble = 'it did not happen';
  } catch (error) {
    trouble = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
  await context.close();
  const { name, bar } = task;
  return { name, bar, taps: trouble === null ? fingers.taps : null, scrolls: fingers.scrolls, trouble };
}

function toRow(counted: Array<Counted>): Row {
  const over = counted.filter(({ taps, bar }) => taps === null || taps > bar).length;
  const toNote = ({ name, bar, taps, scrolls, trouble }: Counted) =>
    `${name}: ${taps === null ? `not done (${trouble})` : taps}, bar ${bar}${scrolls === 0 ? '' : `, ${scrolls} out of sight at first`}`;
  return {
    name: 'Taps per task from home, on a phone in Chromium',
    measured: `${counted.length - over} of ${counted.length} at the bar`,
    bar: `${counted.length} of ${counted.length}`,
    control: null,
    verdict: judge(over, 0),
    figures: { counted },
    notes: [
      ...counted.map(toNote),
      `${PHONE.width} × ${PHONE.height}; home is the page of the child. A field that is typed into counts as a tap.`,
    ],
  };
}

function button(page: Page, intent: string): Locator {
  return page.locator(`button[name=intent][value="${intent}"]:visible`).first();
}

/** True if the element is on screen now and nothing covers its center. */
async function isInSight(target: Locator): Promise<boolean> {
  if (!(await target.isVisible())) return false;
  return target.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return onTop !== null && (element.contains(onTop) || onTop.contains(element));
  });
}

async function readChild(parent: Parent, childId: string) {
  const child = await parent.call(listUsers, { query: { user_id: childId } });
  if (Array.isArray(child)) throw new Error('One child was asked for');
  return child;
}

async function giveAllowance(parent: Parent, childId: string): Promise<void> {
  const { updated_ts } = await readChild(parent, childId);
  const allowance = Array.from({ length: 7 }, () => 7200);
  await parent.call(updateUser, { body: { user_id: childId, updated_ts, allowance, allowance_enabled: true } });
}

/** Returns the override’s effect and its duration in minutes, such as «grant 20». */
async function findOverride(parent: Parent, childId: string): Promise<string | undefined> {
  const rule = (await parent.call(listRules, { query: { user_id: childId } })).find(({ type }) => type === 'override');
  if (rule === undefined) return undefined;
  const minutes = typeof rule.expiry === 'number' ? Math.round((rule.expiry - rule.created_ts) / 60_000) : 'open';
  return `${rule.ruledef_name} ${minutes}`;
}

async function readGranularity(parent: Parent, childId: string) {
  const [granularity] = await parent.call(getGranularity, { query: { user_id: childId } });
  return granularity;
}

async function reportApps({ agents }: Family, apps: Array<typeof APP>): Promise<void> {
  await agents[0]?.report('allowed', { apps });
}
