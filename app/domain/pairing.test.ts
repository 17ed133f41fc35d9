import { describe, expect, test } from 'vitest';
import { findInstallTarget, formatPairingCode, MESSAGES, normalisePairingCode, PAIRING_CODE_LIFE_MS, PAIRING_LIFE_MS } from './pairing.ts';

describe('pairing', () => {
  test('expires codes after 15 min and pairings after 7 days (A134, S36)', () => {
    expect([PAIRING_CODE_LIFE_MS, PAIRING_LIFE_MS]).toEqual([900_000, 604_800_000]);
  });

  test('formats a code in two halves', () => {
    expect(formatPairingCode('ABCD2345')).toBe('ABCD-2345');
  });

  test.each([
    ['ABCD-2345', 'ABCD2345'],
    [' abcd 2345 ', 'ABCD2345'],
    ['ab–cd—23-45', 'ABCD2345'],
    ['oOiIlLzZ', '001111ZZ'],
    ['ABCD234', null],
    ['ABCD23456', null],
    ['ABCD234U', null],
    ['ABCD234!', null],
    ['', null],
  ])('normalizes the code %j to %j (A134)', (text, code) => {
    expect(normalisePairingCode(text)).toBe(code);
  });

  const children = [
    { id: 'c1', name: 'Mia', retired: false },
    { id: 'c2', name: 'Leo', retired: false },
    { id: 'c3', name: 'Ada', retired: true },
  ];
  const devices = [
    { id: 'd1', pairId: 'p1', childIds: ['c1'] },
    { id: 'd2', pairId: 'p2', childIds: ['c1', 'c2'] },
    { id: 'd3', pairId: 'p3', childIds: ['c2'], retired: true },
    { id: '', pairId: 'p4', childIds: ['c2'] },
    { id: 'd5', pairId: 'p5', childIds: ['c3'] },
  ];

  test.each([
    ['Mia', 'p1', { childId: 'c1', deviceId: 'd1' }],
    ['Leo', 'p2', { childId: 'c2', deviceId: 'd2' }],
    ['Leo', 'p1', false],
    ['Eve', 'p1', false],
    ['Ada', 'p5', false],
    ['Leo', 'p3', false],
    ['Leo', 'p4', false],
    [null, 'p1', false],
    ['', 'p1', false],
    ['Mia', null, false],
    ['Mia', '', false],
  ])('findInstallTarget for child %j and pairing %j returns %j (PAIR-027 to PAIR-033)', (childName, pairId, expected) => {
    expect(findInstallTarget(children, devices, { childName, pairId })).toEqual(expected);
  });

  test('ignores a child without an ID (PAIR-032)', () => {
    expect(
      findInstallTarget([{ id: '', name: 'Mia', retired: false }], [{ id: 'd1', pairId: 'p1', childIds: [''] }], {
        childName: 'Mia',
        pairId: 'p1',
      }),
    ).toBe(false);
  });

  test('quotes the messages of the specification exactly (5.3.4, ERR-029, ERR-030)', () => {
    expect(MESSAGES).toEqual({ invalidAccountToken: 'Invalid account token', missingEmailOrPairId: 'Missing email or pair_id' });
  });
});
