import { expect, test } from 'vitest';
import { child as makeChild } from '../../../tests/child-status.ts';
import { webContext } from '../../../tests/web-context.ts';
import { webParent } from '../../../tests/web-parent.ts';
import { answerAllowance } from './allowance.server';

const ZEROS = [0, 0, 0, 0, 0, 0, 0];

test.each([
  ['switched off', { isOn: false, seconds: ZEROS, extra: null }, [], 'allowance.zeros_while_off'],
  ['switched off with numbers', { isOn: false, seconds: ZEROS.map(() => 60), extra: null }, [], 'allowance.zeros_while_off'],
  ['switched on', { isOn: true, seconds: ZEROS.map(() => 7200), extra: null }, [ZEROS], undefined],
])('seven zeros mean no time at all where they are kept so: %s (ALLOW-014)', async (_name, allowance, expected, said) => {
  const saved: Array<unknown> = [];
  const fields = new FormData();
  for (const day of [0, 1, 2, 3, 4, 5, 6]) fields.set(`allowance[${day}]`, '0');
  const answer = await answerAllowance({
    request: new Request('https://porchlight.example/manage/mia/allowance', { method: 'POST' }),
    context: webContext(),
    parent: webParent((body) => saved.push(body.allowance)),
    child: makeChild({ allowance }),
    form: { fields, intent: 'allowance-save', token: 't' },
    now: 0,
  });
  expect(saved).toEqual(expected);
  const reply = answer !== null && 'data' in answer ? answer.data : undefined;
  expect([reply?.notice?.key, reply?.lastResult?.initialValue?.week]).toEqual([said, said === undefined ? undefined : ZEROS.map(String)]);
});
