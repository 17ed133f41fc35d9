import { describe, expect, test } from 'vitest';
import { isShownRequest, toCaptureProgress } from './capture-steps.ts';

const REQUEST = {
  id: 'c',
  childId: 'mia',
  state: 'saved' as const,
  requestedAt: 1_000,
  deliveredAt: null,
  storedAt: null,
  endedAt: null,
  sampleId: null,
  error: null,
};
const SENT = { ...REQUEST, state: 'sent' as const, deliveredAt: 2_000 };
const timesOf = ({ steps }: ReturnType<typeof toCaptureProgress>) => steps.map(({ key, at }) => [key, at]);

describe('steps of a screenshot on demand', () => {
  test('claim «captured» only when the whole screenshot is stored', () => {
    const uploading = toCaptureProgress({ ...SENT, sampleId: 's' }, null);
    expect(uploading.outcome).toBe('uploading');
    expect(timesOf(uploading)).toEqual([
      ['requested', 1_000],
      ['delivered', 2_000],
      ['captured', null],
      ['here', null],
    ]);
    const here = toCaptureProgress({ ...SENT, state: 'confirmed', sampleId: 's', storedAt: 5_000, endedAt: 5_000 }, 3_000);
    expect(here.outcome).toBe('here');
    expect(timesOf(here)).toEqual([
      ['requested', 1_000],
      ['delivered', 2_000],
      ['captured', 3_000],
      ['here', 5_000],
    ]);
  });

  test.each([
    ['saved', 'waiting'],
    ['sent', 'waiting'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['superseded', 'expired'],
    ['cancelled', 'cancelled'],
  ] as const)('%s is shown as %s, without steps that will not happen', (state, outcome) => {
    const progress = toCaptureProgress({ ...REQUEST, state }, null);
    expect(progress.outcome).toBe(outcome);
    expect(progress.steps).toHaveLength(outcome === 'waiting' ? 4 : 1);
  });

  test('has a time for every step if the device confirmed before the delivery was recorded, or the screenshot was deleted', () => {
    const progress = toCaptureProgress({ ...REQUEST, state: 'confirmed', storedAt: 5_000, endedAt: 5_000 }, null);
    expect(timesOf(progress).map(([, at]) => at)).toEqual([1_000, 5_000, 5_000, 5_000]);
  });

  test('are shown while the request is open, and 10 min after its end', () => {
    expect(isShownRequest(SENT, 1_000 + 11 * 60_000)).toBe(true);
    const ended = { ...SENT, state: 'failed' as const, endedAt: 5_000 };
    expect([isShownRequest(ended, 5_000 + 599_999), isShownRequest(ended, 5_000 + 600_000)]).toEqual([true, false]);
  });
});
