import { describe, expect, test } from 'vitest';
import { compareWithStored } from '#app/server/granularity.server';
import { parseRestrictionRequest, toRestrictionIntent } from '../restrictions/restriction-request';
import { type AppRuleRequest, parseAppRuleRequest, toDirectiveIntent, toUndo } from './app-rule-request';

const GAME = 'com.example.game';

function formOf(fields: Record<string, string | Array<string>>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  return form;
}

describe('app rule request', () => {
  test.each<[Record<string, string | Array<string>>, object | null]>([
    [{ intent: toDirectiveIntent('N', 'S', GAME) }, { kind: 'directive', bundleId: GAME, directive: 'N', read: 'S' }],
    [{ intent: toDirectiveIntent('S', 'A', 'weird-id-1') }, { kind: 'directive', bundleId: 'weird-id-1', directive: 'S', read: 'A' }],
    [{ intent: `app-XS-${GAME}` }, null],
    [{ intent: `app-NX-${GAME}` }, null],
    [{ intent: 'app-NS-' }, null],
    [
      { intent: 'limit-3600', bundle_id: GAME, read: '' },
      { kind: 'limit', bundleId: GAME, seconds: 3600, read: null },
    ],
    [
      { intent: 'limit-0', bundle_id: GAME, read: '3600' },
      { kind: 'limit', bundleId: GAME, seconds: null, read: 3600 },
    ],
    [
      { intent: 'limit-minutes', bundle_id: GAME, read: '', minutes: ' 45 ' },
      { kind: 'limit', bundleId: GAME, seconds: 2700, read: null },
    ],
    [
      { intent: 'limit-minutes', bundle_id: GAME, minutes: '1440' },
      { kind: 'limit', bundleId: GAME, seconds: 86_400, read: null },
    ],
    [
      { intent: 'app-schedules', bundle_id: GAME, schedule: ['a', 'b'], read: 'b' },
      { kind: 'schedules', bundleId: GAME, ids: ['a', 'b'], read: ['b'] },
    ],
    [
      { intent: 'app-schedules', bundle_id: GAME, read: '' },
      { kind: 'schedules', bundleId: GAME, ids: [], read: [] },
    ],
    [
      { intent: 'app-uncounted', bundle_id: GAME },
      { kind: 'counted', bundleId: GAME, isCounted: false },
    ],
    [{ intent: 'lift' }, null],
  ])('parses the app list’s forms, and returns null for an unknown intent: %j', (fields, request) => {
    expect(parseAppRuleRequest(formOf(fields))).toEqual(request);
  });

  test.each(['0', '1441', '-5', '1.5', 'an hour', ''])('rejects «%s» minutes as a limit and returns the typed text', (minutes) => {
    expect(parseAppRuleRequest(formOf({ intent: 'limit-minutes', bundle_id: GAME, minutes }))).toMatchObject({
      kind: 'wrong',
      lastResult: { initialValue: { minutes }, error: { minutes: ['limit_minutes'] } },
    });
  });

  test.each<[Exclude<AppRuleRequest, { kind: 'wrong' }>, object | null]>([
    [
      { kind: 'directive', bundleId: GAME, directive: 'N', read: 'S' },
      { kind: 'directive', bundleId: GAME, directive: 'S', read: 'N' },
    ],
    [{ kind: 'directive', bundleId: GAME, directive: 'N', read: 'N' }, null],
    [
      { kind: 'limit', bundleId: GAME, seconds: 3600, read: null },
      { kind: 'limit', bundleId: GAME, seconds: null, read: 3600 },
    ],
    [
      { kind: 'limit', bundleId: GAME, seconds: null, read: 2700 },
      { kind: 'limit', bundleId: GAME, seconds: 2700, read: null },
    ],
    [{ kind: 'limit', bundleId: GAME, seconds: null, read: null }, null],
    [
      { kind: 'schedules', bundleId: GAME, ids: [], read: ['a', 'b'] },
      { kind: 'schedules', bundleId: GAME, ids: ['a', 'b'], read: [] },
    ],
    [{ kind: 'schedules', bundleId: GAME, ids: ['a'], read: ['a'] }, null],
    [{ kind: 'counted', bundleId: GAME, isCounted: false }, null],
  ])('undo restores the value that was read: %j', (request, back) => {
    const undo = toUndo(request);
    expect(undo && parseAppRuleRequest(formOf({ ...undo.fields, intent: undo.intent }))).toEqual(back);
  });

  test('parses the switch of a restriction', () => {
    expect(parseRestrictionRequest(toRestrictionIntent('allowCamera', false))).toEqual({ key: 'allowCamera', isOn: false });
    expect(['restrict-maybe-allowCamera', 'restrict-on-', 'check'].map(parseRestrictionRequest)).toEqual([null, null, null]);
  });

  test('compareWithStored returns done for the wanted value, read for the value read, and changed for any other (4.8.1)', () => {
    expect([compareWithStored('N', 'S', 'N'), compareWithStored('S', 'S', 'N'), compareWithStored('A', 'S', 'N')]).toEqual([
      'done',
      'read',
      'changed',
    ]);
  });
});
