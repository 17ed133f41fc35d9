import { describe, expect, test } from 'vitest';
import { type Reason, type Resolution, resolveBlockStatus, type StatusInput } from '#app/domain/block-status';
import { makeOverride, makeSchedule } from '#app/domain/rule.fixture';
import type { ChildStatus } from '#app/features/children/status/child-status';
import { toReceipt } from '#app/features/children/status/receipt';
import { toStatusSentence } from '#app/features/children/status/sentence';
import { childStatus, device, NOW, waitingDevice } from '#tests/child-status.ts';
import { endOf } from './access-request';
import { optimisticStatus, type RequestedChange, toRequestedChange } from './optimistic-status';

const TODAY = '2026-05-14';
const HALF_HOUR = NOW + 30 * 60_000;
const bedtime: Reason = { kind: 'default-schedule', ruleId: 'b', name: 'Bedtime', effect: 'block', until: NOW + 3_600_000 };
const pause: Reason = { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: null };
const grant: Reason = { kind: 'override', ruleId: 'r', name: null, effect: 'grant', until: HALF_HOUR };
const allowed = device({ view: 'allowed', requested: 'allowed', applied: { state: 'allowed', at: NOW - 60_000 } });
const free: Partial<ChildStatus> = {
  state: 'allowed',
  why: null,
  overridden: [],
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

function changeOf(intent: string, more: Record<string, string> = {}): RequestedChange {
  const requested = toRequestedChange(formOf(intent, more), NOW);
  if (requested === null) throw new Error(`${intent} is no requested change`);
  return requested;
}

describe('optimisticStatus', () => {
  test.each(['check', '', 'allow', 'schedule-preview', 'delete'])('toRequestedChange returns null for «%s» alone', (intent) => {
    expect(toRequestedChange(formOf(intent), NOW)).toBeNull();
  });

  test('keeps device reports unchanged and shows the change as requested', () => {
    const before = childStatus([allowed], free);
    const after = optimisticStatus(before, changeOf('block-30m'), NOW);
    const sentence = toStatusSentence(after, NOW);
    expect(sentence.headline).toEqual({ kind: 'unchanged', state: 'allowed' });
    expect(sentence.requested).toEqual({ state: 'blocked', until: HALF_HOUR });
    expect(after.view).toBe('pending');
    expect(after.devices.map((one) => [one.applied, toReceipt(one, NOW)])).toEqual([[allowed.applied, { kind: 'saved', at: NOW }]]);
  });

  test.each<[string, string, Array<Reason>, { state: string; why: Partial<Reason> | null; overridden: Array<string> }]>([
    ['a block over Bedtime', 'block-1h', [bedtime], { state: 'blocked', why: { effect: 'block' }, overridden: ['default-schedule'] }],
    [
      'allow replaces a block',
      'allow-open',
      [{ ...grant, effect: 'block' }, bedtime],
      { state: 'allowed', why: { effect: 'grant' }, overridden: ['default-schedule'] },
    ],
    [
      'a pause without other reasons',
      'pause-15m',
      [],
      { state: 'paused', why: { kind: 'pause', until: NOW + 15 * 60_000 }, overridden: [] },
    ],
    ['a pause under Bedtime', 'pause-1h', [bedtime], { state: 'blocked', why: bedtime, overridden: ['pause'] }],
    ['a pause ends an allow override', 'pause-1h', [grant], { state: 'paused', why: { kind: 'pause' }, overridden: [] }],
    [
      'a pause ends an allow override during Bedtime',
      'pause-1h',
      [grant, bedtime],
      { state: 'blocked', why: bedtime, overridden: ['pause'] },
    ],
    ['a pause replaces another', 'pause-30m', [pause], { state: 'paused', why: { until: HALF_HOUR }, overridden: [] }],
    ['a resume', 'resume', [pause], { state: 'allowed', why: null, overridden: [] }],
    ['a resume during Bedtime', 'resume', [bedtime, pause], { state: 'blocked', why: bedtime, overridden: [] }],
    ['removing an override during Bedtime', 'lift', [grant, bedtime], { state: 'blocked', why: bedtime, overridden: [] }],
    ['undoing a block', 'undo', [{ ...grant, effect: 'block' }], { state: 'allowed', why: null, overridden: [] }],
    ['Bedtime turned off while active', 'schedule-off', [bedtime], { state: 'allowed', why: null, overridden: [] }],
    ['Bedtime skipped today', 'schedule-skip', [grant, bedtime], { state: 'allowed', why: grant, overridden: [] }],
    ['a schedule saved while active', 'schedule-save', [bedtime], { state: 'blocked', why: bedtime, overridden: [] }],
    // The schedule adds no reason, because only the rules determine whether it is active now.
    ['Bedtime turned on', 'schedule-on', [], { state: 'allowed', why: null, overridden: [] }],
  ])('predicts state and reasons: %s', (_name, intent, [why = null, ...overridden], expected) => {
    const state = why === null || why.effect === 'grant' ? 'allowed' : why.effect === 'pause' ? 'paused' : 'blocked';
    const after = optimisticStatus(childStatus([allowed], { ...free, state, why, overridden }), changeOf(intent, { rule_id: 'b' }), NOW);
    expect(after.state).toBe(expected.state);
    if (expected.why === null) expect(after.why).toBeNull();
    else expect(after.why).toMatchObject(expected.why);
    expect(after.overridden.map(({ kind }) => kind)).toEqual(expected.overridden);
    expect(after.devices.map(({ requested, command }) => [requested, command?.state])).toEqual([[expected.state, 'saved']]);
  });

  test('keeps the end of an unchanged reason and does not invent a next change', () => {
    const nextChange = { at: NOW + 5, state: 'allowed' as const };
    const before = childStatus([allowed], { ...free, state: 'blocked', why: bedtime, until: NOW + 5, nextChange });
    expect(optimisticStatus(before, changeOf('pause-1h'), NOW)).toMatchObject({
      until: NOW + 5,
      nextChange: { ...nextChange, state: 'paused' },
    });
    expect(optimisticStatus(before, changeOf('allow-30m'), NOW)).toMatchObject({ until: HALF_HOUR, nextChange: null });
  });

  function overrideOf(effect: 'block' | 'grant', from: number, until: number | null) {
    return makeOverride(effect, new Date(from).toISOString(), until === null ? null : new Date(until).toISOString());
  }

  /** Applies the change to the rules as the API does. A pause ends an allow override (S54). */
  function change(input: StatusInput, { kind, ...requested }: RequestedChange): StatusInput {
    const schedules = input.rules.filter((rule) => rule.kind !== 'override');
    if (kind === 'lift') return { ...input, rules: schedules };
    if (kind === 'resume') return { ...input, pause: null };
    const { allowance } = input;
    if (kind === 'extra') return { ...input, allowance: allowance && { ...allowance, extra: { date: TODAY, seconds: 1800 } } };
    if (!('access' in requested)) return input;
    const until = endOf(requested.access, NOW);
    if (requested.access.effect !== 'pause') return { ...input, rules: [overrideOf(requested.access.effect, NOW, until), ...schedules] };
    return { ...input, rules: input.rules.filter((rule) => rule.kind !== 'override' || rule.effect === 'block'), pause: { until } };
  }

  // Expected results are from the real rules, on Thursday at 20:42.
  const RUNNING = makeSchedule('20:00PT60M', { kind: 'default-schedule' });
  const COMING = makeSchedule('21:00PT60M', { kind: 'default-schedule' });
  const OVERRIDES = { none: null, block: overrideOf('block', NOW - 1, HALF_HOUR), grant: overrideOf('grant', NOW - 1, HALF_HOUR) };
  const PAUSES = { unpaused: null, paused: { until: null }, 'paused a little': { until: NOW + 60_000 } };

  test.each(
    Object.keys(OVERRIDES).flatMap((override) =>
      Object.keys(PAUSES).flatMap((pause) =>
        [true, false].flatMap((runs) => [true, false].map((isUsedUp) => [override, pause, runs, isUsedUp])),
      ),
    ) as Array<[keyof typeof OVERRIDES, keyof typeof PAUSES, boolean, boolean]>,
  )('returns the result of the rules: override %s, %s, Bedtime active: %s, limit used up: %s', (override, pause, runs, isUsedUp) => {
    const given = OVERRIDES[override];
    const used = { date: TODAY, seconds: isUsedUp ? 3600 : 0 };
    const before: StatusInput = {
      rules: [runs ? RUNNING : COMING, ...(given === null ? [] : [given])],
      timeZone: 'Europe/Berlin',
      allowance: { enabled: true, limits: Array(7).fill(3600), extra: null, used },
      pause: PAUSES[pause],
    };
    const { nextChange: first, ...governed } = resolveBlockStatus(before, NOW);
    const nextChange = first && { at: first.at, state: first.state };
    const status = childStatus([allowed], { ...free, ...governed, nextChange });
    for (const intent of ['block-30m', 'block-open', 'allow-1h', 'pause-15m', 'pause-open', 'lift', 'resume', 'extra-30m']) {
      const requested = changeOf(intent);
      const { nextChange: next, ...expected } = optimisticStatus(status, requested, NOW);
      const { nextChange: told, until, ...truth } = resolveBlockStatus(change(before, requested), NOW);
      expect(expected, intent).toMatchObject(withoutIds(truth));
      if (next !== null) expect([next, expected.until], intent).toEqual([told && { at: told.at, state: told.state }, until]);
    }
  });

  /** Removes rule IDs, because a requested override has no ID yet. */
  function withoutIds({ state, why, overridden }: Pick<Resolution, 'state' | 'why' | 'overridden'>) {
    const toShape = ({ kind, effect, until }: Reason) => ({ kind, effect, until });
    return { state, why: why && toShape(why), overridden: overridden.map(toShape) };
  }

  test('sends the change to a device used by another child, but keeps that device’s state', () => {
    const elsewhere = device({ view: 'blocked', usedBy: { childId: 'ben', name: 'Ben' }, commandIsOwn: false });
    const requested = changeOf('allow-30m');
    const after = optimisticStatus(childStatus([elsewhere, device({ view: 'unmanaged' })], { view: 'blocked' }), requested, NOW);
    expect([after.view, after.devices[0]]).toMatchObject(['pending', { view: 'pending', requested: 'blocked', commandIsOwn: true }]);
    expect(optimisticStatus(childStatus([elsewhere]), requested, NOW).view).toBe('pending');
  });

  test.each([
    ['allow-1h', 'blocked', 'ben'],
    // The child's own rules are then at least as strict as the sibling's.
    ['block-open', 'blocked', undefined],
  ])('after %s, requests %s from a device under a sibling’s rules and sets governedBy to %s', (intent, requested, governedBy) => {
    const governed = device({ view: 'blocked', requested: 'blocked', governedBy: { childId: 'ben', name: 'Ben' } });
    const before = childStatus([governed], { state: 'allowed', why: null });
    const [after] = optimisticStatus(before, changeOf(intent), NOW).devices;
    expect([after?.requested, after?.governedBy?.childId]).toEqual([requested, governedBy]);
  });

  test('sends bonus time to devices, ignores resume without a pause, and updates the requested usage state', () => {
    const usage = { requested: 'play', limitSeconds: 3600, usedSeconds: 0, remainingSeconds: 3600 } as ChildStatus['usage'];
    const before = childStatus([allowed], { ...free, usage });
    const of = (intent: string) => optimisticStatus(before, changeOf(intent), NOW);
    expect([of('extra-30m').devices[0]?.view, of('resume').devices]).toEqual(['pending', [allowed]]);
    expect([of('pause-30m').usage?.requested, of('resume').usage?.requested]).toEqual(['pause', 'play']);
  });

  test('returns no next change while schedules are being changed', () => {
    const nextChange = { at: NOW + 5, state: 'blocked' as const };
    const before = childStatus([allowed], { ...free, until: NOW + 5, nextChange });
    expect(optimisticStatus(before, changeOf('schedule-off', { rule_id: 'b' }), NOW)).toMatchObject({ until: null, nextChange: null });
  });

  test('returns a new override without an ID, keeps a block during a pause, and removes a lifted override', () => {
    const override = { ruleId: 'r', effect: 'block', since: 1, until: null } as const;
    const before = childStatus([allowed], { override });
    expect(optimisticStatus(before, changeOf('allow-30m'), NOW).override).toEqual({
      ruleId: '',
      effect: 'grant',
      since: NOW,
      until: HALF_HOUR,
    });
    expect(optimisticStatus(before, changeOf('pause-30m'), NOW).override).toEqual(override);
    expect(optimisticStatus(before, changeOf('lift'), NOW).override).toBeNull();
  });

  test('does not send a change to an unmanaged device', () => {
    const gone = device({ view: 'unmanaged' });
    expect(optimisticStatus(childStatus([gone], { view: 'unmanaged' }), changeOf('block-30m'), NOW)).toMatchObject({
      view: 'unmanaged',
      devices: [gone],
    });
    const [first, second] = optimisticStatus(childStatus([gone, waitingDevice()]), changeOf('pause-open'), NOW).devices;
    expect([first?.view, second?.view, second?.command?.action]).toEqual(['unmanaged', 'pending', 'pause']);
  });
});
