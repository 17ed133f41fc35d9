import { describe, expect, test } from 'vitest';
import { AVATAR_COLOURS } from './avatar.ts';
import {
  ACCOUNT_TYPES,
  childNameSchema,
  chooseActiveChild,
  cleanName,
  compareByName,
  disambiguateNames,
  lowestFreeSlot,
  parentNameSchema,
  toParentName,
} from './child.ts';
import { MESSAGES } from './child-messages.ts';

function child(id: string, name: string, retired = false) {
  return { id, name, retired };
}

function errorOf(name: unknown): string | undefined {
  return childNameSchema.safeParse(name).error?.issues[0]?.message;
}

describe('child', () => {
  test('uses the user types 1 and 10 (CONST-087, 088, AUTH-061, 062)', () => {
    expect(ACCOUNT_TYPES).toEqual({ account: 1, managed: 10 });
  });

  test('has 20 avatar colors (3.2.3)', () => {
    expect(AVATAR_COLOURS).toBe(20);
  });

  test.each([
    [[], 0],
    [[0, 1, 3], 2],
    [[1, 2], 0],
    [Array.from({ length: 19 }, (_, slot) => slot), 19],
    [Array.from({ length: 20 }, (_, slot) => slot), 0],
    [Array.from({ length: 21 }, (_, index) => index % 20), 1],
  ])('given used slots %j, assigns slot %d to a new child (A93)', (used, slot) => {
    expect(lowestFreeSlot(used)).toBe(slot);
  });

  test('trims a name and allows up to 64 code points', () => {
    expect(childNameSchema.parse('  Mia ')).toBe('Mia');
    expect(childNameSchema.parse('😀'.repeat(64))).toBe('😀'.repeat(64));
    expect(errorOf('x'.repeat(65))).toBe('name_too_long');
  });

  test.each(['', '   ', undefined, null, 7])('treats the name %j as missing (5.3.1)', (name) => {
    expect(errorOf(name)).toBe('Missing require param for user creation');
  });

  test.each([
    [
      'chooses the first child by name that has a device',
      [child('1', 'Zoe'), child('2', 'Anna'), child('3', 'Mia')],
      [{ childIds: ['1', '3'] }],
      '3',
    ],
    ['without devices, chooses the first child by name', [child('1', 'Zoe'), child('2', 'anna')], [], '2'],
    ['ignores retired children', [child('1', 'Zoe'), child('2', 'Anna', true)], [{ childIds: ['2'] }], '1'],
    [
      'ignores retired devices',
      [child('1', 'Zoe'), child('2', 'Anna')],
      [
        { childIds: ['2'], retired: true },
        { childIds: ['1'], retired: false },
      ],
      '1',
    ],
    ['returns no child if all are retired', [child('1', 'Zoe', true)], [{ childIds: ['1'] }], undefined],
  ])('chooseActiveChild: %s (4.9.1, NAV-028 to NAV-030)', (_, children, devices, expected) => {
    expect(chooseActiveChild(children, devices)?.id).toBe(expected);
  });

  test('sorts children by name, ignoring case, then by ID (FAM-045)', () => {
    const children = [
      child('3', 'mia'),
      child('1', 'Zoe'),
      child('4', 'Éva'),
      child('2', 'Mia'),
      child('5', 'Kid 10'),
      child('6', 'Kid 9'),
    ];
    expect(children.sort(compareByName).map(({ id }) => id)).toEqual(['4', '6', '5', '2', '3', '1']);
  });

  test('quotes the messages of the specification exactly', () => {
    expect(MESSAGES).toEqual({
      missingChildParam: 'Missing require param for user creation',
      noActiveChild: 'User state has children, but no activeChildId!',
      noUsersDeleted: 'No users deleted',
    });
  });

  test.each([
    ['plain', 'Mia', 'Mia'],
    ['leading and trailing spaces', '  Mia ', 'Mia'],
    ['a null character and a line break', 'M\u0000i\na', 'Mia'],
    ['a right-to-left override', '\u202eaiM', 'aiM'],
    ['a lone surrogate', 'Mia\ud83e', 'Mia'],
    ['only invisible characters', '\u200b\u200d\u2060', ''],
    ['joined emoji', '👩‍👧', '👩‍👧'],
    ['Hebrew', 'מיה', 'מיה'],
    ['a combining accent', 'Zoe\u0308', 'Zoe\u0308'],
  ])('cleans a name: %s', (_, typed, kept) => {
    expect(cleanName(typed)).toBe(kept);
  });

  test.each([
    [
      ['Mia', 'Ben'],
      ['Mia', 'Ben'],
    ],
    [
      ['Mia', 'Ben', 'Mia', 'Mia'],
      ['Mia', 'Ben', 'Mia (2)', 'Mia (3)'],
    ],
    [
      ['Zoé', 'ZOE\u0301'],
      ['Zoé', 'ZOE\u0301 (2)'],
    ],
    [
      ['Mia', 'Mia (2)', 'Mia'],
      ['Mia', 'Mia (2)', 'Mia (3)'],
    ],
    [
      ['Mia (2)', 'Mia (2)'],
      ['Mia (2)', 'Mia (2) (2)'],
    ],
  ])('shows children named %j as %j', (given, shown) => {
    const children = disambiguateNames(given.map((name) => ({ name })));
    expect(children.map(({ name }) => name)).toEqual(shown);
    expect(children.map(({ givenName }) => givenName)).toEqual(given);
  });

  const INVISIBLE = [' ', '\t\n', '\u00a0\u3000', '\u200b\u200c\u200d', '\u2060\ufeff\u00ad', '\u200e \u202e', '\u0301'];
  // Unicode classifies these as letters or symbols, but they are invisible: Hangul fillers, empty Braille cell, null notehead.
  const BLANK_MARKS = ['\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\u{1d159}', '\ufff0\u2065'];

  test.each(['', ...INVISIBLE, ...BLANK_MARKS])('rejects an invisible name of a parent and ignores it from a provider: %j', (name) => {
    expect(parentNameSchema.safeParse(name).error?.issues.map(({ message }) => message)).toEqual(['missing_name']);
    expect(toParentName(name)).toBeNull();
  });

  test('keeps names in scripts that need invisible code points', () => {
    for (const name of ['\u06cc\u200c\u0627', '\u1820\u180b\u1820', '\ud55c\uae00', '\u2801\u2800\u2803'])
      expect(parentNameSchema.parse(name)).toBe(name);
  });

  test('removes invisible characters from a parent’s name and allows up to 64 code points', () => {
    expect(parentNameSchema.parse(' \u202eAda\u00a0')).toBe('Ada');
    expect(parentNameSchema.parse('😀'.repeat(64))).toBe('😀'.repeat(64));
    expect(parentNameSchema.safeParse('😀'.repeat(65)).error?.issues.map(({ message }) => message)).toEqual(['name_too_long']);
    expect(toParentName(` ${'😀'.repeat(65)}`)).toBe('😀'.repeat(64));
  });
});
