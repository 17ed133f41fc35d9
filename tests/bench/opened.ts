import { signedHeaders } from '#app/keys/sign.ts';
import { type Family, openManagePage } from './family.ts';
import { Visitor } from './load.ts';
import type { Product } from './product.ts';
import { cpuPerOperation } from './server-process.ts';

/** Number of page requests per measurement. `short` only checks that a measurement runs. */
export const PAGES = { usual: 150, short: 20 };
/** Pages whose element counts differ by less than this share count as equal. */
const SAME_MARKUP = 0.02;

/** A product with a family, and a visitor on the manage page of the first child. */
export type OpenedPage = { product: Product; family: Family; visitor: Visitor; url: string };

/**
 * Creates a family, opens its manage page and adds the page to `opened`, which `closeAll` closes later. Closes the product if any step
 * fails.
 */
export async function openPage(
  opened: Array<OpenedPage>,
  product: Product,
  moveIn: (product: Product) => Promise<Family>,
): Promise<OpenedPage> {
  try {
    const family = await moveIn(product);
    const page = { product, family, ...(await openManagePage(product, family)) };
    opened.push(page);
    return page;
  } catch (error) {
    await product.close();
    throw error;
  }
}

export async function closeAll(opened: Array<OpenedPage>): Promise<void> {
  for (const { product, visitor } of opened) {
    visitor.close();
    await product.close();
  }
}

/** Returns the server’s CPU time per page request, in ms. */
export function cpuOf({ product, visitor, url }: OpenedPage, pages = PAGES.usual): Promise<number> {
  return cpuPerOperation(product.pid, pages, () => visitor.getMany(url, pages));
}

/** Returns the CPU time per request of any address in ms, after a warm-up. */
export async function settledCpu(product: Product, visitor: Visitor, url: string, pages = PAGES.usual): Promise<number> {
  await visitor.getMany(url, pages);
  return cpuPerOperation(product.pid, pages, () => visitor.getMany(url, pages));
}

/** Returns the CPU time (ms) and answer size (bytes) of one signed read of the family. */
export async function cpuOfCall(
  product: Product,
  family: Family,
  path: string,
  pages = PAGES.usual,
): Promise<{ cpuMs: number; bytes: number }> {
  const url = new URL(product.apiUrl + path);
  const call = new Visitor(await signedHeaders(family.parent.credentials, { method: 'GET', url, body: undefined }, Date.now()));
  try {
    const { text } = await call.get(url.href);
    return { cpuMs: await settledCpu(product, call, url.href, pages), bytes: Buffer.byteLength(text) };
  } finally {
    call.close();
  }
}

/**
 * Counts the elements of each page, without scripts. Pages rendered at different minutes may differ slightly.
 * @throws Error when the pages differ too much to be compared
 */
export async function compareMarkup(...pages: Array<OpenedPage>): Promise<{ elements: Array<number>; bytes: number }> {
  const texts = await Promise.all(pages.map(async ({ visitor, url }) => (await visitor.get(url)).text));
  const elements = texts.map((text) => text.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0);
  const [most, least] = [Math.max(...elements), Math.min(...elements)];
  if (most - least > most * SAME_MARKUP) throw new Error(`The pages differ in their markup: ${elements.join(', ')} elements`);
  return { elements, bytes: Buffer.byteLength(texts[0] ?? '') };
}
