import type { ChangePartsWire, ChangePreviewWire } from '#app/wire/billing';
import type { PermittedChange } from '../family/billing/permitted';
import type { ChangeParts, ChangePreview } from './provider';

/** Returns the price per period after a change, in US cents, rounded half up (A96). */
export function priceAfterChange({ price, percentOff }: Pick<PermittedChange, 'price' | 'percentOff'>): number {
  return Math.floor((price * (100 - percentOff) + 50) / 100);
}

/** Returns the preview of a change at the end of the period. It costs nothing now. */
export function describeDowngrade(permitted: PermittedChange): ChangePreviewWire {
  return {
    ...toTerms(permitted),
    proration_ts: permitted.periodEnd,
    amount_due_uscent: 0,
    parts: null,
    next_amount_uscent: priceAfterChange(permitted),
    next_ts: permitted.periodEnd,
  };
}

/** Returns the preview of a change that applies now, as the provider quotes it. */
export function describeUpgrade(permitted: PermittedChange, quoted: ChangePreview): ChangePreviewWire {
  return {
    ...toTerms(permitted),
    proration_ts: quoted.prorationDate,
    amount_due_uscent: quoted.amountDue,
    parts: toParts(quoted.parts),
    next_amount_uscent: quoted.nextAmount,
    next_ts: quoted.nextAt,
  };
}

function toTerms({ sku, direction, price, percentOff, percentBefore }: PermittedChange) {
  const ended = percentOff < percentBefore ? percentBefore : 0;
  return { sku, direction, next_full_uscent: price, percent_off: percentOff, ended_percent_off: ended };
}

function toParts({ charge, discount, credit, tax, includedTax, balance, credited }: ChangeParts): ChangePartsWire {
  return {
    charge_uscent: charge,
    discount_uscent: discount,
    credit_uscent: credit,
    tax_uscent: tax,
    included_tax_uscent: includedTax,
    balance_uscent: balance,
    credited_uscent: credited,
  };
}
