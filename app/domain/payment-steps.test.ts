import { describe, expect, test } from 'vitest';
import { toPaymentSteps } from './payment-steps.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const at = (text: string) => Date.parse(`${text}T12:00:00Z`);

describe('toPaymentSteps', () => {
  test('starts with nothing to pay and a reminder three days before the end of the trial', () => {
    expect(toPaymentSteps({ netPrice: 7499, cycle: 'annual', trialDays: 14 }, NOW)).toEqual([
      { kind: 'start', at: NOW, amount: 0 },
      { kind: 'mail', at: at('2026-02-11'), amount: null },
      { kind: 'first', at: at('2026-02-14'), amount: 7499 },
      { kind: 'renewal', at: at('2027-02-14'), amount: 7499 },
    ]);
  });

  test('charges today without a trial, and renews on the last day of a shorter month', () => {
    expect(toPaymentSteps({ netPrice: 699, cycle: 'monthly', trialDays: 0 }, NOW)).toEqual([
      { kind: 'start', at: NOW, amount: 699 },
      { kind: 'renewal', at: at('2026-02-28'), amount: 699 },
    ]);
  });

  test('has no reminder in a trial that is as short as the notice', () => {
    expect(toPaymentSteps({ netPrice: 699, cycle: 'monthly', trialDays: 3 }, NOW).map(({ kind }) => kind)).toEqual([
      'start',
      'first',
      'renewal',
    ]);
  });
});
