/** Twelve digits of any script, with or without separators. Parents sometimes type a card number into the wrong field. */
const CARD_NUMBER = /(?:\p{Nd}[\s.\p{Pd}\p{Cf}]*){12}/u;

/** Returns true if the text contains a digit of any script, such as the full-width «４». */
export function hasDigit(text: string): boolean {
  return /\p{Nd}/u.test(text.normalize('NFKC'));
}

/** Returns true if the text contains what may be a card number. */
export function hasCardNumber(text: string): boolean {
  return CARD_NUMBER.test(text.normalize('NFKC'));
}
