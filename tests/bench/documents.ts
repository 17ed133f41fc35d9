import { buildControlApp } from './control-app.ts';
import { addRules, makeFamily } from './family.ts';
import { closeAll, compareMarkup, cpuOf, cpuOfCall, type OpenedPage, openPage, settledCpu } from './opened.ts';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { type Comparison, compare } from './statistics.ts';

const FAMILY = { children: 4, devices: 12 };
const WARM_UP = 400;
const BARS = { documents: 0.75, aim: 0.5 };

/**
 * Compares the CPU of logged-in /manage with a default Remix page of the same components and in-memory data. Also compares renderToString
 * with streaming for the same page and data.
 */
export async function measureDocuments(): Promise<Array<Row>> {
  const control = await buildControlApp();
  const opened: Array<OpenedPage> = [];
  try {
    const own = await open(opened, {});
    const stock = await open(opened, { web: control.script });
    const string = await open(opened, { web: control.script, webVariables: { BENCH_ENTRY: 'own' } });
    const sizes = await compareMarkup(own, stock, string);
    const documents = await compare({ a: () => cpuOf(own), b: () => cpuOf(stock) });
    const entries = await compare({ a: () => cpuOf(string), b: () => cpuOf(stock) });
    return [toDocumentsRow(documents, sizes, await listParts(own)), toEntriesRow(entries)];
  } finally {
    await closeAll(opened);
    control.forget();
  }
}

async function open(opened: Array<OpenedPage>, standIns: Parameters<typeof startProduct>[0]): Promise<OpenedPage> {
  const page = await openPage(opened, await startProduct(standIns), moveIn);
  await page.visitor.getMany(page.url, WARM_UP);
  return page;
}

async function moveIn(product: Product) {
  const family = await makeFamily(product, FAMILY);
  await addRules(family);
  return family;
}

/** Measures the CPU of each part of the page separately, in ms. Rough figures that show where the time goes. */
async function listParts({ product, family, visitor, url }: OpenedPage): Promise<Record<string, number>> {
  const child = family.children[0]?.user_id ?? '';
  const calls = ['/account', `/block_status?dev_info=true&rule_info=true&usage=true&rules_of=${child}&details_of=${child}`];
  const together = `/reads?${new URLSearchParams(calls.map((path) => ['path', path]))}`;
  const parts: Record<string, number> = { 'the page’s data alone': await settledCpu(product, visitor, `${url}.data`) };
  parts['both reads in one call'] = (await cpuOfCall(product, family, together)).cpuMs;
  for (const path of calls) parts[`GET ${path.split('?')[0]}`] = (await cpuOfCall(product, family, path)).cpuMs;
  return parts;
}

function toDocumentsRow(
  { ratio, control, a, b, rounds }: Comparison,
  sizes: { elements: Array<number>; bytes: number },
  parts: Record<string, number>,
): Row {
  return {
    name: 'CPU of signed-in /manage against a default Remix page',
    measured: `${ratio.toFixed(2)}x (${a.toFixed(2)} / ${b.toFixed(2)} ms)`,
    bar: `${BARS.documents}x, aim ${BARS.aim}x`,
    control,
    verdict: judge(ratio, BARS.documents, control),
    figures: { ratio, ownMs: a, defaultMs: b, rounds, parts, ...sizes },
    notes: [
      `4 children, 12 devices, 28 rules: ${sizes.elements.slice(0, 2).join(' and ')} elements, ${(sizes.bytes / 1000).toFixed(1)} KB of HTML; both the same components.`,
      `Each by itself: ${Object.entries(parts)
        .map(([what, ms]) => `${what} ${ms.toFixed(2)} ms`)
        .join(', ')}. What holds it back is its own data: the signed call with its hops, and what the page makes of the answer.`,
    ],
  };
}

function toEntriesRow({ ratio, control, a, b, rounds }: Comparison): Row {
  return {
    name: 'CPU of a document: renderToString against streaming',
    measured: `${ratio.toFixed(2)}x (${a.toFixed(2)} / ${b.toFixed(2)} ms)`,
    bar: '–',
    control,
    verdict: judge(ratio, Number.POSITIVE_INFINITY, control) === 'met' ? 'for information' : 'too noisy',
    figures: { ratio, stringMs: a, streamMs: b, rounds },
    notes: ['The same page, its data in memory, without front door and API: only entry.server differs.'],
  };
}
