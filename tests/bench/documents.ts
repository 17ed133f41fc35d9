import { signedHeaders } from '../../app/keys/sign.ts';
import { buildControlApp } from './control-app.ts';
import { addRules, type Family, makeFamily, openManagePage } from './family.ts';
import { Visitor } from './load.ts';
import { type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { cpuPerOperation } from './server-process.ts';
import { type Comparison, compare } from './statistics.ts';

const FAMILY = { children: 4, devices: 12 };
const WARM_UP = 400;
const PAGES = 150;
/** Pages whose numbers of elements differ by less are the same page. */
const SAME_MARKUP = 0.02;
const BARS = { documents: 0.75, aim: 0.5 };

type Opened = { product: Product; family: Family; visitor: Visitor; url: string };

/**
 * CPU of signed-in /manage against a default Remix page of the same components with its data in memory; and what renderToString saves
 * against streaming, the same page and data on both sides.
 */
export async function measureDocuments(): Promise<Array<Row>> {
  const control = await buildControlApp();
  const opened: Array<Opened> = [];
  try {
    const own = await open(opened, {});
    const stock = await open(opened, { web: control.script });
    const string = await open(opened, { web: control.script, webVariables: { BENCH_ENTRY: 'own' } });
    const sizes = await compareMarkup(own, stock, string);
    const documents = await compare({ a: () => cpuOf(own), b: () => cpuOf(stock) });
    const entries = await compare({ a: () => cpuOf(string), b: () => cpuOf(stock) });
    return [toDocumentsRow(documents, sizes, await listParts(own)), toEntriesRow(entries)];
  } finally {
    for (const { product, visitor } of opened) {
      visitor.close();
      await product.close();
    }
    control.forget();
  }
}

async function open(opened: Array<Opened>, standIns: Parameters<typeof startProduct>[0]): Promise<Opened> {
  const product = await startProduct(standIns);
  const family = await makeFamily(product, FAMILY);
  await addRules(family);
  const page = { product, family, ...(await openManagePage(product, family)) };
  opened.push(page);
  await page.visitor.getMany(page.url, WARM_UP);
  return page;
}

/** ms of the server's CPU for one page. */
function cpuOf({ product, visitor, url }: Opened): Promise<number> {
  return cpuPerOperation(product.pid, PAGES, () => visitor.getMany(url, PAGES));
}

type Parts = Record<string, number>;

/** ms of CPU for what the page is made of, each asked for by itself: says where the time goes, not to a hundredth. */
async function listParts({ product, family, visitor, url }: Opened): Promise<Parts> {
  const parts: Parts = { 'the page’s data alone': await settledCpu(product, visitor, `${url}.data`) };
  const child = family.children[0]?.user_id ?? '';
  for (const path of ['/account', `/block_status?dev_info=true&rule_info=true&usage=true&rules_of=${child}`]) {
    const address = new URL(product.apiUrl + path);
    const call = new Visitor(await signedHeaders(family.parent.credentials, { method: 'GET', url: address, body: undefined }, Date.now()));
    parts[`GET ${address.pathname}`] = await settledCpu(product, call, address.href);
    call.close();
  }
  return parts;
}

async function settledCpu(product: Product, visitor: Visitor, url: string): Promise<number> {
  await visitor.getMany(url, PAGES);
  return cpuPerOperation(product.pid, PAGES, () => visitor.getMany(url, PAGES));
}

/**
 * The elements of each page, scripts left out. Each page was made at its own minute, which may move a mark or a word.
 * @throws Error when they are not the same page, for then nothing can be compared
 */
async function compareMarkup(...pages: Array<Opened>): Promise<{ elements: Array<number>; bytes: number }> {
  const texts = await Promise.all(pages.map(async ({ visitor, url }) => (await visitor.get(url)).text));
  const elements = texts.map((text) => text.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0);
  const [most, least] = [Math.max(...elements), Math.min(...elements)];
  if (most - least > most * SAME_MARKUP) throw new Error(`The pages differ in their markup: ${elements.join(', ')} elements`);
  return { elements, bytes: Buffer.byteLength(texts[0] ?? '') };
}

function toDocumentsRow(
  { ratio, control, a, b, rounds }: Comparison,
  sizes: { elements: Array<number>; bytes: number },
  parts: Parts,
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
        .join(
          ', ',
        )}. What holds it back are the signed calls, each with its hop, signature, checks on both ends and body; next lever: one call for a page.`,
    ],
  };
}

function toEntriesRow({ ratio, control, a, b, rounds }: Comparison): Row {
  return {
    name: 'CPU of a document: renderToString against streaming',
    measured: `${ratio.toFixed(2)}x (${a.toFixed(2)} / ${b.toFixed(2)} ms)`,
    bar: '–',
    control,
    verdict: judge(ratio, Number.POSITIVE_INFINITY, control) === 'holds' ? 'for information' : 'noisy, not believed',
    figures: { ratio, stringMs: a, streamMs: b, rounds },
    notes: ['The same page, its data in memory, without front door and API: only entry.server differs.'],
  };
}
