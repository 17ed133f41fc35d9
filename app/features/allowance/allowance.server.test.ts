import { expect, test } from 'vitest';
import type { Child } from '~/domain/child';
import { takeToast } from '~/server/toast.server';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { childRow } from '../../../tests/child-row.ts';
import { child as makeChild } from '../../../tests/child-status.ts';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { webParent } from '../../../tests/web-parent.ts';
import { answerAllowance } from './allowance.server';

const ZEROS = [0, 0, 0, 0, 0, 0, 0];
const HOURS = ZEROS.map(() => 3600);
const TWO_HOURS = ZEROS.map(() => 7200);
/** An hour a day, switched off, read as version 1. */
const OFF: Child['allowance'] = { isOn: false, isSet: true, seconds: HOURS, extra: null };

/** Posts what `fields` says, read at version 1, about a child that the API keeps as `current`. */
async function post(intent: string, fields: Record<string, string>, current: { updatedAt?: number; allowance?: Child['allowance'] } = {}) {
  const child = makeChild({ allowance: OFF, updatedAt: 1, ...current });
  const { isOn, isSet, seconds } = child.allowance;
  const row = childRow({ updated_ts: child.updatedAt, allowance: seconds, allowance_enabled: isOn, is_allowance_set: isSet });
  const saved: Array<unknown> = [];
  const form = new FormData();
  for (const [name, value] of Object.entries({ updated_at: '1', ...fields })) form.set(name, value);
  const context = webContext();
  const answer = await answerAllowance({
    request: new Request('https://porchlight.example/manage/mia/allowance', { method: 'POST' }),
    context,
    parent: webParent(({ updated_ts, allowance, allowance_enabled }) => {
      if (updated_ts !== row.updated_ts) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale', current: row });
      saved.push(allowance_enabled ?? allowance, ...(allowance_enabled === undefined || allowance === undefined ? [] : [allowance]));
      return row;
    }),
    child,
    form: { fields: form, intent, token: 't' },
    now: 0,
  });
  const reply = answer !== null && 'data' in answer ? answer.data : null;
  const undo = (await takeToast(requestWithCookies(context), webContext()))?.undo ?? null;
  return { saved, undo, notice: reply?.notice ?? null, kept: reply?.lastResult?.initialValue?.week };
}

const days = (typed: Array<number>) => Object.fromEntries(typed.map((minutes, day) => [`allowance[${day}]`, String(minutes)]));

test.each([
  ['zeros that were set', { ...OFF, seconds: ZEROS }, [true]],
  ['an hour a day', OFF, [true]],
  ['numbers that nobody set', { ...OFF, isSet: false, seconds: ZEROS }, [true, TWO_HOURS]],
])('switched on with %s (ALLOW-014)', async (_name, allowance, expected) => {
  expect((await post('allowance-on', {}, { allowance })).saved).toEqual(expected);
});

test('the first switching on is taken back whole: nobody has ever set numbers', async () => {
  const unset = { ...OFF, isSet: false, seconds: ZEROS };
  const { undo } = await post('allowance-on', {}, { allowance: unset });
  const back = await post(undo?.intent ?? '', undo?.fields ?? {}, { allowance: { ...OFF, isOn: true, seconds: TWO_HOURS } });
  expect(back.saved).toEqual([false, null]);
  const { undo: later } = await post('allowance-on', {});
  expect((await post(later?.intent ?? '', later?.fields ?? {}, { allowance: { ...OFF, isOn: true } })).saved).toEqual([false]);
});

test('seven zeros mean no time at all, also while it is off', async () => {
  expect(await post('allowance-save', { opened: TWO_HOURS.join(), ...days(ZEROS) })).toMatchObject({ saved: [ZEROS], notice: null });
});

const MONDAY = HOURS.with(1, 2700);
test.each<[string, string, Record<string, string>, Child['allowance'], Array<unknown>]>([
  ['something beside the numbers', 'allowance-save', { opened: HOURS.join(), ...days(ZEROS) }, OFF, [ZEROS]],
  ['the numbers to what is wanted', 'allowance-save', { opened: HOURS.join(), ...days(ZEROS) }, { ...OFF, seconds: ZEROS }, [ZEROS]],
  ['the numbers', 'allowance-on', {}, { ...OFF, seconds: MONDAY }, [true]],
  ['the switch alike', 'allowance-on', {}, { ...OFF, isOn: true }, [true]],
  ['something beside the numbers', 'allowance-on', { opened: HOURS.join() }, OFF, [true]],
  ['the numbers that an undo left', 'allowance-on', { opened: HOURS.join() }, { ...OFF, seconds: MONDAY }, []],
])('the other parent has changed %s: %s %j (S29)', async (_name, intent, fields, allowance, expected) => {
  const { saved, notice } = await post(intent, fields, { updatedAt: 2, allowance });
  expect([saved, notice?.key]).toEqual([expected, expected.length === 0 ? 'error_strings.stale' : undefined]);
});

test('other numbers are named, and those that were typed stay', async () => {
  const { saved, notice, kept } = await post(
    'allowance-save',
    { opened: TWO_HOURS.join(), ...days(ZEROS.map(() => 60)) },
    { updatedAt: 2, allowance: { ...OFF, seconds: MONDAY.with(0, 0) } },
  );
  expect([saved, notice?.key, notice?.params.now, kept]).toEqual([
    [],
    'error_strings.stale_now',
    'Mon 45 min and Sun 0 min',
    Array(7).fill('60'),
  ]);
});
