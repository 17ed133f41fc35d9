import { expect, test } from 'vitest';
import type { Reason } from '~/domain/block-status';
import type { ChildStatus } from '~/features/children/child-status';
import { toReceipt } from '~/features/children/receipt';
import { toSentence } from '~/features/children/sentence';
import { childStatus, device, NOW, waitingDevice } from '../../../tests/child-status.ts';
import { expectStatus, toWish, type Wish } from './expect-status';

const HALF_HOUR = NOW + 30 * 60_000;
const bedtime: Reason = { kind: 'default-schedule', ruleId: 'b', name: 'Bedtime', effect: 'block', until: NOW + 3_600_000 };
const pause: Reason = { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: null };
const grant: Reason = { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: HALF_HOUR };
const allowed = device({ view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW - 60_000 } });
const free: Partial<ChildStatus> = {
  state: 'allowed',
  why: null,
  beaten: [],
  until: null,
  nextChange: null,
  view: 'allowed',
  override: null,
};

function formOf(intent: string, more: Record<string, string> = {}): FormData {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ intent, form_token: 't', ...more })) fields.append(name, value);
  return fields;
}

function wishOf(intent: string, more: Record<string, string> = {}): Wish {
  const wish = toWish(formOf(intent, more), NOW);
  if (wish === null) throw new Error(`${intent} is no wish`);
  return wish;
}

test.each(['check', '', 'allow', 'schedule-preview', 'delete'])('«%s» alone changes no state', (intent) => {
  expect(toWish(formOf(intent), NOW)).toBeNull();
});

test('nothing that a device has not said is claimed', () => {
  const before = childStatus([allowed], free);
  const after = expectStatus(before, wishOf('block-30m'), NOW);
  const sentence = toSentence(after, NOW);
  expect(sentence.headline).toEqual({ kind: 'still', state: 'allowed' });
  expect(sentence.asked).toEqual({ state: 'blocked', until: HALF_HOUR });
  expect(after.view).toBe('pending');
  expect(after.devices.map((one) => [one.applied, toReceipt(one, NOW)])).toEqual([[allowed.applied, { kind: 'asked', at: NOW }]]);
});

test.each<[string, string, Array<Reason>, { state: string; why: Partial<Reason> | null; beaten: Array<string> }]>([
  ['a block over Bedtime', 'block-1h', [bedtime], { state: 'blocked', why: { effect: 'block' }, beaten: ['default-schedule'] }],
  [
    'a grant in place of a block',
    'allow-open',
    [{ ...grant, effect: 'block' }, bedtime],
    { state: 'allowed', why: { effect: 'grant' }, beaten: ['default-schedule'] },
  ],
  ['a pause where nothing else is', 'pause-15m', [], { state: 'paused', why: { kind: 'pause', until: NOW + 15 * 60_000 }, beaten: [] }],
  ['a pause under Bedtime', 'pause-1h', [bedtime], { state: 'blocked', why: bedtime, beaten: ['pause'] }],
  ['a pause ends a grant', 'pause-1h', [grant], { state: 'paused', why: { kind: 'pause' }, beaten: [] }],
  ['a pause ends a grant over Bedtime', 'pause-1h', [grant, bedtime], { state: 'blocked', why: bedtime, beaten: ['pause'] }],
  ['another pause', 'pause-30m', [pause], { state: 'paused', why: { until: HALF_HOUR }, beaten: [] }],
  ['resumed', 'resume', [pause], { state: 'allowed', why: null, beaten: [] }],
  ['resumed under Bedtime', 'resume', [bedtime, pause], { state: 'blocked', why: bedtime, beaten: [] }],
  ['lifted into Bedtime', 'lift', [grant, bedtime], { state: 'blocked', why: bedtime, beaten: [] }],
  ['undone into nothing', 'undo', [{ ...grant, effect: 'block' }], { state: 'allowed', why: null, beaten: [] }],
  ['Bedtime switched off while it runs', 'schedule-off', [bedtime], { state: 'allowed', why: null, beaten: [] }],
  ['Bedtime left out today', 'schedule-skip', [grant, bedtime], { state: 'allowed', why: grant, beaten: [] }],
  ['times saved while it runs', 'schedule-save', [bedtime], { state: 'blocked', why: bedtime, beaten: [] }],
  // Whether it is running now, only the rules can tell.
  ['Bedtime switched on', 'schedule-on', [], { state: 'allowed', why: null, beaten: [] }],
])('%s', (_name, intent, [why = null, ...beaten], expected) => {
  const state = why === null || why.effect === 'grant' ? 'allowed' : why.effect === 'pause' ? 'paused' : 'blocked';
  const after = expectStatus(childStatus([allowed], { ...free, state, why, beaten }), wishOf(intent, { rule_id: 'b' }), NOW);
  expect(after.state).toBe(expected.state);
  if (expected.why === null) expect(after.why).toBeNull();
  else expect(after.why).toMatchObject(expected.why);
  expect(after.beaten.map(({ kind }) => kind)).toEqual(expected.beaten);
  expect(after.devices.map(({ requested, command }) => [requested, command?.state])).toEqual([[expected.state, 'saved']]);
});

test('what stays keeps its end, what comes does not invent a next change', () => {
  const nextChange = { at: NOW + 5, state: 'allowed' as const };
  const before = childStatus([allowed], { ...free, state: 'blocked', why: bedtime, until: NOW + 5, nextChange });
  expect(expectStatus(before, wishOf('pause-1h'), NOW)).toMatchObject({ until: NOW + 5, nextChange });
  expect(expectStatus(before, wishOf('allow-30m'), NOW)).toMatchObject({ until: HALF_HOUR, nextChange: null });
});

test('the override: a new one has no id yet, a pause leaves it, lifting ends it', () => {
  const override = { ruleId: 'r', effect: 'block', since: 1, until: null } as const;
  const before = childStatus([allowed], { override });
  expect(expectStatus(before, wishOf('allow-30m'), NOW).override).toEqual({ ruleId: '', effect: 'grant', since: NOW, until: HALF_HOUR });
  expect(expectStatus(before, wishOf('pause-30m'), NOW).override).toEqual(override);
  expect(expectStatus(before, wishOf('lift'), NOW).override).toBeNull();
});

test('an unmanaged device is not asked', () => {
  const gone = device({ view: 'unmanaged' });
  expect(expectStatus(childStatus([gone], { view: 'unmanaged' }), wishOf('block-30m'), NOW)).toMatchObject({
    view: 'unmanaged',
    devices: [gone],
  });
  const [first, second] = expectStatus(childStatus([gone, waitingDevice()]), wishOf('pause-open'), NOW).devices;
  expect([first?.view, second?.view, second?.command?.action]).toEqual(['unmanaged', 'pending', 'pause']);
});
