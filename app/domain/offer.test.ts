import { describe, expect, test } from 'vitest';
import { canApply, dropCoupon, isUsable, setCoupon, setGroup, toCode, toHeader } from './offer.ts';

const NOW = 1_795_000_000_000;

describe('offer', () => {
  test.each([
    ['just applied', NOW, 1, true],
    ['no time available', NOW, 0, false],
    ['in its last millisecond', NOW - 59_999, 60, true],
    ['expired at this instant', NOW - 60_000, 60, false],
    ['applied by a fast clock', NOW + 5_000, 0, true],
  ])('checks whether a coupon is usable: %s', (_name, appliedAt, availableSecs, usable) => {
    expect(isUsable({ appliedAt, availableSecs }, NOW)).toBe(usable);
  });

  test.each([
    ['no end date', null, 60, true],
    ['end in the future', NOW + 1, 60, true],
    ['end at this instant', NOW, 60, false],
    ['end in the past', NOW - 1, 60, false],
    ['no time to use it', null, 0, false],
  ])('canApply is true only before the code’s end date and with time to use it: %s', (_name, endsAt, availableSecs, may) => {
    expect(canApply({ endsAt, availableSecs }, NOW)).toBe(may);
  });

  test.each([
    [' once-4f7kq2m9\n', 'ONCE-4F7KQ2M9'],
    ['ANNUAL25', 'ANNUAL25'],
  ])('normalizes the typed code %j', (typed, code) => {
    expect(toCode(typed)).toBe(code);
  });

  test.each([
    ['trial', { percentOff: 25, trialSecs: 30 * 86_400 }, { kind: 'trial', amount: 30 }],
    ['trial', { percentOff: 25, trialSecs: 86_399 }, null],
    ['percent', { percentOff: 25, trialSecs: 86_400 }, { kind: 'percent', amount: 25 }],
    ['annual_percent', { percentOff: 0, trialSecs: 86_400 }, null],
    [null, { percentOff: 25, trialSecs: 86_400 }, null],
  ] as const)('returns the header of kind %s for %o', (kind, offer, header) => {
    expect(toHeader(kind, offer)).toEqual(header);
  });

  const before = { groupId: 'g1', isCouponGroup: false, coupon: 'C1', gclid: 'x', promoTs: 1 };
  test("setGroup removes the coupon, and setCoupon sets the coupon's group (SIGN-016, SIGN-017)", () => {
    expect(setGroup(before, 'g2')).toEqual({ ...before, groupId: 'g2', coupon: null });
    expect(setGroup(before, null)).toEqual({ ...before, groupId: null, coupon: null });
    expect(setCoupon(before, 'C2', 'g3')).toEqual({ ...before, groupId: 'g3', isCouponGroup: true, coupon: 'C2' });
    expect(setCoupon(before, 'C2', null)).toEqual({ ...before, coupon: 'C2' });
  });

  test('dropCoupon removes the coupon, and removes the group only if the coupon set it (SIGN-036)', () => {
    expect(dropCoupon(before)).toEqual({ ...before, coupon: null });
    expect(dropCoupon(setCoupon(before, 'C2', 'g1'))).toEqual({ ...before, coupon: null });
    expect(dropCoupon(setCoupon(before, 'C2', 'g3'))).toEqual({ ...before, groupId: null, coupon: null });
  });

  test('setCoupon removes the group of the previous coupon if the new coupon has none (A07)', () => {
    const withGroup = setCoupon(before, 'C2', 'g3');
    expect(setCoupon(withGroup, 'C3', null)).toEqual({ ...before, groupId: null, coupon: 'C3' });
    // A failed lookup of the same coupon returns no group, and changes nothing.
    expect(setCoupon(withGroup, 'C2', null)).toEqual(withGroup);
  });
});
