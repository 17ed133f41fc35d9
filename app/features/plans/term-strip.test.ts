import { describe, expect, test } from 'vitest';
import { paidPlan, planFacts } from '#tests/plan-facts.ts';
import { toStrip } from './term-strip';

const at = (date: string) => Date.parse(`2026-${date}T12:00:00Z`);

describe('toStrip', () => {
  test('is null for a plan that is not paid by card here', () => {
    expect(toStrip(planFacts())).toBeNull();
  });

  test('shows what follows after the paid period: a renewal, or the free plan', () => {
    const half = { now: at('05-17'), period: { startedAt: at('05-01'), unpaidSince: null, endsAt: at('06-02') } };
    expect(toStrip(paidPlan(half))).toMatchObject({
      bars: [
        { kind: 'paid', from: 0, to: 0.86 },
        { kind: 'renews', to: 1 },
      ],
      now: 0.43,
    });
    const canceled = paidPlan({ ...half, term: { kind: 'canceled', at: at('06-02'), isCanceled: true } });
    expect(toStrip(canceled)?.bars.map(({ kind }) => kind)).toEqual(['paid', 'free']);
  });

  test('draws an unpaid period up to the next attempt and names no end', () => {
    const period = { startedAt: at('04-01'), unpaidSince: at('05-01'), endsAt: at('05-31') };
    const due = { term: { kind: 'past_due' as const, at: null, isCanceled: false }, period, now: at('05-04'), nextAttemptAt: at('05-16') };
    const strip = toStrip(paidPlan(due));
    expect(strip).toMatchObject({
      endsAt: null,
      attempt: 0.75,
      bars: [
        { kind: 'paid', to: 0.5 },
        { kind: 'due', from: 0.5, to: 0.75, label: 'due' },
      ],
    });
    expect(toStrip(paidPlan({ ...due, nextAttemptAt: null }))).toMatchObject({
      attempt: null,
      bars: [{}, { kind: 'due', to: 0.55, label: null }],
    });
  });

  test('an unpaid first period after a trial has no paid period before it', () => {
    const period = { startedAt: at('05-01'), unpaidSince: at('05-01'), endsAt: at('05-31') };
    const strip = toStrip({
      period,
      term: { kind: 'past_due', at: at('05-08'), isCanceled: false },
      nextAttemptAt: at('05-08'),
      now: at('05-04'),
    });
    expect(strip?.bars.map(({ kind }) => kind)).toEqual(['due']);
    expect(strip?.startedAt).toBe(at('05-01'));
  });
});
