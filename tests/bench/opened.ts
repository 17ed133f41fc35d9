import { signedHeaders } from '../../app/keys/sign.ts';
import { type Family, openManagePage } from './family.ts';
import { Visitor } from './load.ts';
import type { Product } from './product.ts';
import { cpuPerOperation } from './server-process.ts';

/** Pages asked for to measure one. `short`: to see that a measurement runs at all. */
export const PAGES = { usual: 150, short: 20 };
/** Pages whose numbers of elements differ by less are the same page. */
const SAME_MARKUP = 0.02;

/** A product with its family, and a visitor who has the manage page of the first child open. */
export type Opened = { product: Product; family: Family; visitor: Visitor; url: string };

/** Lets a family move in and opens its page; `opened` is what `closeAll` has to close, also where this fails. */
export async function openPage(opened: Array<Opened>, product: Product, moveIn: (product: Product) => Promise<Family>): Promise<Opened> {
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

export async function closeAll(opened: Array<Opened>): Promise<void> {
  for (const { product, visitor } of opened) {
    visitor.close();
    await product.close();
  }
}

/** ms of the server's CPU for one page. */
export function cpuOf({ product, visitor, url }: Opened, pages = PAGES.usual): Promise<number> {
  return cpuPerOperation(product.pid, pages, () => visitor.getMany(url, pages));
}

/** The same of any address, after a warm-up of its own. */
export async function settledCpu(product: Product, visitor: Visitor, url: string, pages = PAGES.usual): Promise<number> {
  await visitor.getMany(url, pages);
  return cpuPerOperation(product.pid, pages, () => visitor.getMany(url, pages));
}

/** ms of CPU for one signed read of the family, and the bytes of its answer. */
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
 * The elements of each page, scripts left out. Each page was made at its own minute, which may move a mark or a word.
 * @throws Error when they are not the same page, for then nothing can be compared
 */
export async function compareMarkup(...pages: Array<Opened>): Promise<{ elements: Array<number>; bytes: number }> {
  const texts = await Promise.all(pages.map(async ({ visitor, url }) => (await visitor.get(url)).text));
  const elements = texts.map((text) => text.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0);
  const [most, least] = [Math.max(...elements), Math.min(...elements)];
  if (most - least > most * SAME_MARKUP) throw new Error(`The pages differ in their markup: ${elements.join(', ')} elements`);
  return { elements, bytes: Buffer.byteLength(texts[0] ?? '') };
}
