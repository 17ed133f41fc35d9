import type { TFunction } from 'i18next';
import type { Formats } from '#app/domain/formats';

/** A price in its parts, such as «$», «8» and «.33». */
export type MoneyParts = { before: string; whole: string; cents: string; after: string };

const AMOUNT = '#';

/** Returns a price in US dollars as the language writes it, such as «$8.33» or «8,33 $». `cents`: US cents. */
export function formatMoney(t: TFunction, cents: number, formats: Formats): string {
  const { before, whole, cents: rest, after } = toMoneyParts(t, cents, formats);
  return before + whole + rest + after;
}

/** Returns the parts of a price, which the picker shows in different sizes. A negative price starts with a minus sign. */
export function toMoneyParts(t: TFunction, cents: number, formats: Formats): MoneyParts {
  const [before = '', after = ''] = t('plans.money', { amount: AMOUNT }).split(AMOUNT);
  const size = Math.abs(cents);
  return {
    before: (cents < 0 ? '−' : '') + before,
    whole: String(Math.floor(size / 100)),
    cents: formats.decimal + String(size % 100).padStart(2, '0'),
    after,
  };
}
