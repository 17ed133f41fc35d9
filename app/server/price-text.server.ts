import { localeOf } from './i18n.server';

/** Returns a function that writes US cents in the style of the reader’s region, such as «$69.99» or «69,99 $». */
export function priceWriter(request: Request): (cents: number) => string {
  const format = new Intl.NumberFormat(localeOf(request), { style: 'currency', currency: 'USD' });
  return (cents) => format.format(cents / 100);
}
