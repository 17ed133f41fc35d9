import { PANELS, type PanelId } from '#app/features/screen-time/panels.ts';
import { updateUser } from '#app/wire/family.ts';
import { putGranularity } from '#app/wire/granularity.ts';
import { appOn } from '#device/demo-apps.ts';
import { buildControlApp } from './control-app.ts';
import { addRules, type Family, makeFamily } from './family.ts';
import { closeAll, compareMarkup, cpuOf, cpuOfCall, type OpenedPage, openPage, PAGES, settledCpu } from './opened.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { type Comparison, compare } from './statistics.ts';

const FAMILY = { children: 6, devices: 20 };
/** Makes ten rules per child, together with Bedtime and an override. */
const SCHEDULES_PER_CHILD = 8;
const WARM_UP = { usual: 300, short: 20 };
const ROUNDS = { usual: 5, short: 1 };
const BAR = 0.75;
const APPS = ['whatsapp', 'tiktok', 'youtube', 'spotify', 'roblox', 'minecraft', 'duolingo', 'khan', 'wikipedia', 'snapchat'] as const;
/** Apps that are not in the app catalog, as on a real phone. */
const UNKNOWN_APPS = 30;

type Call = { path: string; cpuMs: number; bytes: number };
type Parts = { html: number; data: number; dataMs: number; calls: Array<string> };

/**
 * Compares the CPU time of a large family’s six panels with a default Remix page of the same components. Also lists the cost of each part.
 */
export async function measurePanels({ short }: { short: boolean }): Promise<Array<Row>> {
  const size = short ? 'short' : 'usual';
  const control = await buildControlApp();
  const { script, forget } = await bundleEntry('bench');
  const opened: Array<OpenedPage> = [];
  try {
    const own = await openPage(opened, await startProduct(), moveIn);
    const stock = await openPage(opened, await startProduct({ web: control.script }), moveIn);
    const listening = await openPage(opened, await startProduct({ api: script }), moveIn);
    const known = new Map<string, Call>();
    const rows: Array<Row> = [];
    for (const panel of PANELS) {
      const [a, b] = [await at(own, panel, WARM_UP[size]), await at(stock, panel, WARM_UP[size])];
      const { elements } = await compareMarkup(a, b);
      const comparison = await compare({ a: () => cpuOf(a, PAGES[size]), b: () => cpuOf(b, PAGES[size]) }, ROUNDS[size]);
      const parts = await takeApart(a, await listCalls(await at(listening, panel, 2)), PAGES[size]);
      const calls: Array<Call> = [];
      for (const path of parts.calls) {
        const call = known.get(path) ?? { path, ...(await cpuOfCall(own.product, own.family, toOwn(path, listening, own), PAGES[size])) };
        known.set(path, call);
        calls.push(call);
      }
      rows.push(toRow(panel, comparison, elements, parts, calls));
    }
    return rows;
  } finally {
    await closeAll(opened);
    control.forget();
    forget();
  }
}

/** Creates a family with rules, app rules and daily limits, so that every panel has content. */
async function moveIn(product: Product): Promise<Family> {
  const family = await makeFamily(product, FAMILY);
  await addRules(family, SCHEDULES_PER_CHILD);
  const apps = [
    ...APPS.map((key) => appOn('android', key)).map(({ bundleId, name, version }) => ({ bundle_id: bundleId, name, version })),
    ...Array.from({ length: UNKNOWN_APPS }, (_, index) => ({ bundle_id: `com.example.app${index}`, name: `App ${index}`, version: '1' })),
  ];
  for (const agent of family.agents) await agent.report('allowed', { apps });
  for (const { user_id, updated_ts } of family.children) {
    await family.parent.call(updateUser, { body: { user_id, updated_ts, allowance: Array(7).fill(7200), allowance_enabled: true } });
    const [never = '', limited = ''] = apps.map(({ bundle_id }) => bundle_id);
    const patch = { app_directives: { [never]: 'N' as const }, app_limits: { [limited]: 3600 }, web_filter: { deny: ['example.com'] } };
    await family.parent.call(putGranularity, { body: { user_id, patch } });
  }
  for (const agent of family.agents) await agent.ack(await agent.commands(), 'allowed');
  return family;
}

/** Returns the page at one of its panels, after `warmUp` requests to that panel. */
async function at(page: OpenedPage, panel: PanelId, warmUp: number): Promise<OpenedPage> {
  const there = { ...page, url: new URL(`/manage/${page.family.children[0]?.user_id}/${panel}`, page.product.webUrl).href };
  await there.visitor.getMany(there.url, warmUp);
  return there;
}

/** Lists the API requests of one page. */
async function listCalls({ product, visitor, url }: OpenedPage): Promise<Array<string>> {
  const ask = async (): Promise<Array<string>> => (await fetch(`${product.apiUrl}/bench/asked`)).json();
  await ask();
  await visitor.get(url);
  return (await ask()).map((call) => call.replace(/^GET /, ''));
}

async function takeApart({ product, visitor, url }: OpenedPage, calls: Array<string>, pages: number): Promise<Parts> {
  const [html, data] = await Promise.all([visitor.get(url), visitor.get(`${url}.data`)]);
  return {
    html: Buffer.byteLength(html.text),
    data: Buffer.byteLength(data.text),
    dataMs: await settledCpu(product, visitor, `${url}.data`, pages),
    calls,
  };
}

/** Returns the path without IDs. For a combined read, adds the paths that the read contains. */
function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://api');
  const together = searchParams.getAll('path').map((one) => one.split('?')[0]);
  return together.length === 0 ? pathname : `${pathname} of ${together.join(' ')}`;
}

/** Returns the path with the child ID of one family replaced by that of another. */
function toOwn(path: string, from: OpenedPage, to: OpenedPage): string {
  return path.replaceAll(from.family.children[0]?.user_id ?? '', to.family.children[0]?.user_id ?? '');
}

function toRow(
  panel: PanelId,
  { ratio, control, a, b, rounds }: Comparison,
  elements: Array<number>,
  parts: Parts,
  calls: Array<Call>,
): Row {
  const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  const inWords = calls.map(({ path, cpuMs, bytes }) => `${nameOf(path)} ${cpuMs.toFixed(2)} ms ${kilo(bytes)}`);
  return {
    name: `/manage, 6 children, 20 devices, 60 rules: ${panel}`,
    measured: `${ratio.toFixed(2)}x (${a.toFixed(2)} / ${b.toFixed(2)} ms)`,
    bar: `${BAR}x`,
    control,
    verdict: judge(ratio, BAR, control),
    figures: { ratio, ownMs: a, defaultMs: b, rounds, elements, ...parts, calls },
    notes: [
      `${elements.join(' and ')} elements, ${kilo(parts.html)} of HTML; its data alone ${parts.dataMs.toFixed(2)} ms, ${kilo(parts.data)}.`,
      `${calls.length} calls of the API, each by itself: ${inWords.join(', ')}.`,
    ],
  };
}
