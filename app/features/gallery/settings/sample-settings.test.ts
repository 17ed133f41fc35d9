import { describe, expect, test } from 'vitest';
import { applyChange, type Fields, hasSettings, mergeFields, parseChange, type SampleSettings, toHoursText } from './sample-settings';

const SETTINGS: SampleSettings = {
  isOn: true,
  isAutomatic: false,
  hours: { everyMinutes: 60, quiet: null },
  categories: { violence: true, sexual_content: true, substance_abuse: true, profanity: true, uncategorized: true },
  terms: { custom: ['Kaan', '明天见'], ignored: [] },
};

function settingsAfter(fields: Fields, settings = SETTINGS) {
  const parsed = parseChange(fields);
  return 'fault' in parsed ? parsed : applyChange(settings, parsed.change);
}

describe('settings of screenshots', () => {
  test.each<[string, Fields, Partial<SampleSettings>]>([
    ['a switch', [['on', 'off']], { isOn: false }],
    ['a category', [['violence', 'off']], { categories: { ...SETTINGS.categories, violence: false } }],
    ['an added term in any script', [['custom-add', ' عيد  ميلاد ']], { terms: { custom: ['Kaan', '明天见', 'عيد ميلاد'], ignored: [] } }],
    ['a removed term', [['custom-remove', 'Kaan']], { terms: { custom: ['明天见'], ignored: [] } }],
    ['a term that is there in another case', [['custom-add', 'KAAN']], {}],
    [
      'hours',
      [
        ['hours', '60'],
        ['every', '15'],
        ['quiet', 'on'],
        ['from', '21:00'],
        ['to', '07:00:00'],
      ],
      { hours: { everyMinutes: 15, quiet: { from: '21:00', to: '07:00' } } },
    ],
    [
      'hours without quiet ones, whatever the times say',
      [
        ['hours', '60'],
        ['every', '30'],
        ['from', ''],
        ['to', ''],
      ],
      { hours: { everyMinutes: 30, quiet: null } },
    ],
  ])('%s changes nothing else', (_, fields, expected) => {
    expect(settingsAfter(fields)).toEqual({ settings: { ...SETTINGS, ...expected } });
  });

  test('a term that was stored with a control character can be removed', () => {
    const stored = { ...SETTINGS, terms: { custom: ['a\u0000b', 'Kaan'], ignored: [] } };
    expect(settingsAfter([['custom-remove', 'a\u0000b']], stored)).toMatchObject({ settings: { terms: { custom: ['Kaan'] } } });
  });

  test('a term in both lists is a fault of the list that it was added to', () => {
    expect(settingsAfter([['ignored-add', 'KAAN']])).toEqual({
      fault: { field: 'ignored-add', key: 'gallery_settings.term_in_ignored', params: { term: 'KAAN' } },
    });
  });

  test('a value that no switch has is a fault, and a form without settings has none', () => {
    expect(parseChange([['violence', 'maybe']])).toMatchObject({ fault: { field: 'violence' } });
    expect(hasSettings([['form_token', 'x']])).toBe(false);
    expect(hasSettings([['custom-list', '']])).toBe(true);
  });

  test('a list merges with what others changed since it was shown (S29)', () => {
    const fields: Fields = [
      ['custom-was', 'Kaan\n明天见'],
      ['custom-list', 'kaan\r\nskate park\n\n'],
    ];
    const others = { ...SETTINGS, terms: { custom: ['Kaan', '明天见', 'theirs'], ignored: [] } };
    expect(settingsAfter(fields, others)).toMatchObject({ settings: { terms: { custom: ['theirs', 'kaan', 'skate park'] } } });
  });

  test.each<[string, Fields, object]>([
    [
      'equal times',
      [
        ['hours', '60'],
        ['every', '15'],
        ['quiet', 'on'],
        ['from', '07:00'],
        ['to', '07:00'],
      ],
      { field: 'to', key: 'gallery_settings.quiet_equal' },
    ],
    [
      'no time',
      [
        ['hours', '60'],
        ['every', '15'],
        ['quiet', 'on'],
        ['from', ''],
        ['to', '07:00'],
      ],
      { field: 'from' },
    ],
    ['a term of 61 characters', [['ignored-add', '🙂'.repeat(61)]], { field: 'ignored-add', key: 'gallery_settings.term_long' }],
    ['an empty term', [['custom-add', '  ']], { field: 'custom-add', key: 'gallery_settings.term_empty' }],
    [
      'a long term in a list',
      [
        ['custom-was', ''],
        ['custom-list', `ok\n${'x'.repeat(61)}`],
      ],
      { field: 'custom-list' },
    ],
    [
      '199 terms beside two',
      [
        ['custom-was', ''],
        ['custom-list', Array.from({ length: 199 }, (_, index) => `t${index}`).join('\n')],
      ],
      { params: { max: 200, count: 201 } },
    ],
  ])('refuses %s', (_, fields, fault) => {
    expect(settingsAfter(fields)).toMatchObject({ fault });
  });

  test('accepts a term of 60 characters outside the basic plane, and 200 terms', () => {
    expect(settingsAfter([['custom-add', '🙂'.repeat(60)]])).toHaveProperty('settings');
    const list = Array.from({ length: 198 }, (_, index) => `t${index}`).join('\n');
    expect(
      settingsAfter([
        ['custom-was', ''],
        ['custom-list', list],
      ]),
    ).toHaveProperty('settings');
  });

  test('changes that wait are merged: the last value of a switch and of the hours, all terms', () => {
    const hours = (was: string, every: string): Fields => [
      ['hours', was],
      ['every', every],
      ['from', '21:00'],
      ['to', '07:00'],
    ];
    const changes: Array<Fields> = [
      [['violence', 'off']],
      [['custom-add', 'a']],
      hours('60', '15'),
      [['custom-add', 'b']],
      [['violence', 'on']],
      hours('15', '30'),
      [['custom-remove', 'a']],
    ];
    const merged = changes.reduce(mergeFields, []);
    expect(merged).toEqual([
      ['custom-add', 'b'],
      ['violence', 'on'],
      ['hours', '60'],
      ['every', '30'],
      ['from', '21:00'],
      ['to', '07:00'],
      ['custom-remove', 'a'],
    ]);
  });

  test('hours are compared as shown', () => {
    expect(toHoursText({ everyMinutes: 15, quiet: null })).toBe('15');
    expect(toHoursText({ everyMinutes: 15, quiet: { from: '21:00', to: '07:00' } })).toBe('15 21:00-07:00');
  });
});
