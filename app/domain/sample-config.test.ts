import { describe, expect, test } from 'vitest';
import { TIER_LIMITS, type Tier } from './plan.ts';
import {
  cleanTerms,
  includesMonitoring,
  includesSamples,
  isQuiet,
  SAMPLE_LIFE_MS,
  SAMPLE_PIXELS,
  SAMPLE_QUALITY,
  SAMPLES_PER_FETCH,
} from './sample-config.ts';

const BERLIN = 'Europe/Berlin';

test('uses the values of the specification (CONST-009, 010, 019, 022)', () => {
  expect([SAMPLE_PIXELS.max, SAMPLE_QUALITY.max, SAMPLES_PER_FETCH, SAMPLE_LIFE_MS]).toEqual([1024, 0.8, 10_000, 14 * 24 * 3_600_000]);
});

describe('isQuiet', () => {
  const night = { from: '21:00', to: '07:00' };
  test.each([
    ['begins at its minute', night, '2026-11-18T20:00:00Z', true],
    ['not a minute earlier', night, '2026-11-18T19:59:59Z', false],
    ['after midnight', night, '2026-11-18T23:30:00Z', true],
    ['until the last minute', night, '2026-11-18T05:59:59Z', true],
    ['not at its end', night, '2026-11-18T06:00:00Z', false],
    ['within a day', { from: '08:00', to: '13:00' }, '2026-11-18T11:59:00Z', true],
    ['not before it', { from: '08:00', to: '13:00' }, '2026-11-18T06:59:00Z', false],
    ['the night in which the clock goes back', night, '2026-10-25T05:59:00Z', true],
    ['the morning after it', night, '2026-10-25T06:00:00Z', false],
    ['the night in which the clock goes forward', night, '2026-03-29T04:59:00Z', true],
    ['equal times mean the whole day', { from: '00:00', to: '00:00' }, '2026-11-18T12:00:00Z', true],
    ['none', null, '2026-11-18T23:30:00Z', false],
    ['an invalid time', { from: '25:00', to: '07:00' }, '2026-11-18T23:30:00Z', false],
  ] as const)('%s', (_name, quiet, at, expected) => {
    expect(isQuiet(quiet, Date.parse(at), BERLIN)).toBe(expected);
  });

  test('uses the zone of the child', () => {
    const at = Date.parse('2026-11-18T20:30:00Z');
    expect([BERLIN, 'America/New_York', 'Pacific/Auckland'].map((zone) => isQuiet(night, at, zone))).toEqual([true, false, false]);
  });
});

describe('cleanTerms', () => {
  test('removes control characters and halves of characters, and keeps joiners', () => {
    expect(cleanTerms(['a\u0000b', '\u0007', '\ud800x', 'x\u007f\u0085', '👩‍👧', 'می‌روم', '🙂'])).toEqual([
      'a b',
      'x',
      '👩‍👧',
      'می‌روم',
      '🙂',
    ]);
  });

  test('trims, joins spaces, composes letters, and drops empty and repeated terms of any script', () => {
    expect(cleanTerms(['  skate   park ', '', 'SKATE PARK', 'Mu\u0308ller', 'Müller', '明天 见', ' ', 'Привет', 'ПРИВЕТ'])).toEqual([
      'skate park',
      'Müller',
      '明天 见',
      'Привет',
    ]);
  });
});

describe('plans', () => {
  test('Premium includes screenshots, and only Premium+ automatic ones and terms (GAL-044 to GAL-046)', () => {
    const of = (tier: Tier) => [includesSamples, includesMonitoring].map((includes) => includes({ tier, limits: TIER_LIMITS[tier] }));
    expect(of('free')).toEqual([false, false]);
    expect(of('plus')).toEqual([false, false]);
    expect(of('premium')).toEqual([true, false]);
    expect(of('premium_plus')).toEqual([true, true]);
  });
});
