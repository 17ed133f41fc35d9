import { describe, expect, test } from 'vitest';
import { readCard } from './card-check';

const NOW = Date.UTC(2026, 10, 28);

function initialName(name: string): unknown {
  const fields = new FormData();
  for (const [field, value] of Object.entries({ number: '4000', expiry: '12/30', cvc: '123', name })) fields.set(field, value);
  const read = readCard(fields, NOW, 'nonce');
  return 'result' in read ? read.result.initialValue?.name : 'accepted';
}

describe('readCard', () => {
  test.each([
    ['Dana Kim', 'Dana Kim'],
    ['4929123412341234', ''],
    ['4929 1234 1234 1234', ''],
    ['Dana 4929-1234-1234-1234', ''],
    ['４９２９１２３４１２３４１２３４', ''],
    ['Dana ４９２９－１２３４－１２３４－１２３４', ''],
    ['٤٩٢٩ ١٢٣٤ ١٢٣٤ ١٢٣٤', ''],
    ['4929 1234–1234\u00a01234', ''],
  ])('the form shown again has the name, but no card number typed in its place: %s', (name, expected) => {
    expect(initialName(name)).toBe(expected);
  });
});
