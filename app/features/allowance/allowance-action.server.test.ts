import { describe, expect, test } from 'vitest';
import { NO_GRANULARITY } from '#app/domain/app-rules';
import type { Child } from '#app/domain/child';
import { mergeEntitlements } from '#app/domain/plan';
import { takeToast } from '#app/server/toast.server';
import { listInstalledApps } from '#app/wire/apps';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import { toWireGranularity } from '#app/wire/granularity';
import { childRow } from '#tests/child-row.ts';
import { childStatus, child as makeChild } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { webParent } from '#tests/web-parent.ts';
import { loadAllowance } from './allowance.server';
import { answerAllowance } from './allowance-action.server';

const ZEROS = [0, 0, 0, 0, 0, 0, 0];
const HOURS = ZEROS.map(() => 3600);
const TWO_HOURS = ZEROS.map(() => 7200);
/** One hour a day, turned off. */
const OFF: Child['allowance'] = { isOn: false, isSet: true, seconds: HOURS, extra: null };

/** Posts `fields`, read at version 1, for a child that the API stores as `current`. */
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
      return { ...row, ...(Array.isArray(allowance) ? { allowance, is_allowance_set: true } : {}) };
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

describe('allowance', () => {
  test.each([
    ['stored zeros', { ...OFF, seconds: ZEROS }, [true]],
    ['stored hours', OFF, [true]],
    ['no limits set yet', { ...OFF, isSet: false, seconds: ZEROS }, [true, TWO_HOURS]],
  ])('turning on saves limits only if none were set: %s (ALLOW-014)', async (_name, allowance, expected) => {
    expect((await post('allowance-on', {}, { allowance })).saved).toEqual(expected);
  });

  test('undo of turning on for the first time also unsets the limits', async () => {
    const unset = { ...OFF, isSet: false, seconds: ZEROS };
    const { undo } = await post('allowance-on', {}, { allowance: unset });
    const back = await post(undo?.intent ?? '', undo?.fields ?? {}, { allowance: { ...OFF, isOn: true, seconds: TWO_HOURS } });
    expect(back.saved).toEqual([false, null]);
    const { undo: later } = await post('allowance-on', {});
    expect((await post(later?.intent ?? '', later?.fields ?? {}, { allowance: { ...OFF, isOn: true } })).saved).toEqual([false]);
  });

  test('saves seven zeros as no screen time, even while the limit is off', async () => {
    expect(await post('allowance-save', { opened: TWO_HOURS.join(), ...days(ZEROS) })).toMatchObject({ saved: [ZEROS], notice: null });
  });

  const MONDAY = HOURS.with(1, 2700);
  test.each<[string, string, Record<string, string>, Child['allowance'], Array<unknown>]>([
    ['another field', 'allowance-save', { opened: HOURS.join(), ...days(ZEROS) }, OFF, [ZEROS]],
    ['the limits to the same values', 'allowance-save', { opened: HOURS.join(), ...days(ZEROS) }, { ...OFF, seconds: ZEROS }, [ZEROS]],
    ['the limits', 'allowance-on', {}, { ...OFF, seconds: MONDAY }, [true]],
    ['the switch to the same state', 'allowance-on', {}, { ...OFF, isOn: true }, [true]],
    ['another field', 'allowance-on', { opened: HOURS.join() }, OFF, [true]],
    ['the limits that the undo refers to', 'allowance-on', { opened: HOURS.join() }, { ...OFF, seconds: MONDAY }, []],
  ])(
    'after another parent changed %s, saves unless the changes conflict: %s %j (S29)',
    async (_name, intent, fields, allowance, expected) => {
      const { saved, notice } = await post(intent, fields, { updatedAt: 2, allowance });
      expect([saved, notice?.key]).toEqual([expected, expected.length === 0 ? 'error_strings.stale' : undefined]);
    },
  );

  const SAVED = { opened: HOURS.join(), ...days(ZEROS) };
  test.each<[string, Child['allowance'], Partial<Child['allowance']>, number, Array<unknown>, string | undefined]>([
    ['restores the earlier limits', OFF, {}, 1, [HOURS], undefined],
    ['unsets limits that were never set before', { ...OFF, isSet: false, seconds: ZEROS }, {}, 1, [null], undefined],
    ['keeps a switch that another parent changed since', OFF, { isOn: true }, 2, [HOURS], undefined],
    ['is refused after another parent saved other limits', OFF, { seconds: MONDAY }, 2, [], 'error_strings.stale'],
  ])('undo of saved daily limits %s', async (_name, before, since, updatedAt, expected, message) => {
    const opened = before.isSet ? HOURS : TWO_HOURS;
    const { undo } = await post('allowance-save', { ...SAVED, opened: opened.join() }, { allowance: before });
    expect(undo).not.toBeNull();
    const stored = { ...before, isSet: true, seconds: ZEROS, ...since };
    const back = await post(undo?.intent ?? '', undo?.fields ?? {}, { updatedAt, allowance: stored });
    expect([back.saved, back.notice?.key, back.undo]).toEqual([expected, message, null]);
  });

  test('offers no undo if the saved limits did not change', async () => {
    expect((await post('allowance-save', { opened: HOURS.join(), ...days(HOURS.map(() => 60)) })).undo).toBeNull();
  });

  test.each(['', 'x', '1,2,3', '-1,0,0,0,0,0,0', '0,0,0,0,0,0,86460'])('rejects an undo with %j as limits', async (week) => {
    expect((await post('allowance-back', { opened: HOURS.join(), week })).saved).toEqual([]);
  });

  /** Simulates a child whose stored granularity has these uncounted apps. */
  function learner(uncounted: Array<string>) {
    let stored = { user_id: 'mia', updated_ts: 1, ...toWireGranularity({ ...NO_GRANULARITY, uncountedApps: uncounted }) };
    const parent = webParent(({ patch }) => {
      if (patch === undefined) return [stored];
      const apps = new Set(stored.uncounted_apps);
      const { uncounted_apps } = patch as { uncounted_apps: Record<string, boolean> };
      for (const [id, isIn] of Object.entries(uncounted_apps)) isIn ? apps.add(id) : apps.delete(id);
      stored = { ...stored, uncounted_apps: [...apps].sort(), updated_ts: stored.updated_ts + 1 };
      return stored;
    });
    const send = async (intent: string, fields: Record<string, string | Array<string>>) => {
      const form = new FormData();
      for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
      const context = webContext();
      const request = new Request('https://porchlight.example/manage/mia/allowance', { method: 'POST' });
      const child = makeChild();
      const answer = await answerAllowance({ request, context, parent, child, form: { fields: form, intent, token: 't' }, now: 0 });
      const toast = await takeToast(requestWithCookies(context), webContext());
      return { undo: toast?.undo ?? null, notice: answer !== null && 'data' in answer ? answer.data.notice?.key : undefined };
    };
    return { send, apps: () => stored.uncounted_apps };
  }

  test.each<[string, Array<string>, Array<string>, Array<string>, string | undefined]>([
    ['restores the earlier apps', [], [], ['a', 'b'], undefined],
    ['keeps changes to other apps', [], ['d'], ['a', 'b', 'd'], undefined],
    ['keeps an app that was already chosen', ['c'], [], ['a', 'b', 'c'], undefined],
  ])('undo of learning apps %s', async (_name, earlier, later, expected, message) => {
    const { send, apps } = learner(['a', 'b', ...earlier]);
    const { undo } = await send('learning-save', { was: ['a', 'b'], uncounted: ['b', 'c', 'e'] });
    expect(apps()).toEqual(['b', 'c', 'e']);
    if (later.length > 0) await send('learning-save', { was: [], uncounted: later });
    const back = await send(undo?.intent ?? '', undo?.fields ?? {});
    expect([apps(), back.notice, back.undo]).toEqual([expected, message, null]);
  });

  test('refuses to undo learning apps after another parent changed one of them', async () => {
    const { send, apps } = learner(['a']);
    const { undo } = await send('learning-save', { was: ['a'], uncounted: ['b'] });
    await send('learning-save', { was: ['b'], uncounted: [] });
    const back = await send(undo?.intent ?? '', undo?.fields ?? {});
    expect([apps(), back.notice]).toEqual([[], 'error_strings.stale']);
  });

  test('offers no undo if the learning apps already had this setting', async () => {
    const { send } = learner(['b']);
    expect((await send('learning-save', { was: [], uncounted: ['b'] })).undo).toBeNull();
  });

  test("shows the other parent's limits and keeps the typed limits", async () => {
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

  test.each([
    // By radicals, as in English, 张 comes first; by pinyin, 百 does.
    ['zh-CN', ['百度 2', '百度 10', '张三']],
    ['en', ['张三', '百度 2', '百度 10']],
  ])("lists the learning apps in the order of the user's language: %s", async (language, sorted) => {
    const installed = { version: '1', device_ids: ['d'], installed_ts: 0, came_with_device: true, used_today: 0 };
    const apps = ['百度 10', '张三', '百度 2'].map((name, index) => ({ ...installed, bundle_id: `com.example.${index}`, name }));
    const plan = mergeEntitlements([], 0);
    const entitlements = { ...plan, limits: { ...plan.limits, allowance: 'on' as const } };
    const parent = webParent(() => [], { entitlements, webappFlags: ['wasAllowanceWelcomeModalShown'] });
    const api = { call: async (endpoint: unknown) => (endpoint === listInstalledApps ? apps : []) as never };
    const request = new Request('https://porchlight.example/manage/mia/allowance', { headers: { 'Accept-Language': language } });
    const context = webContext({ api: async () => new Response('{}', { status: 404 }) });
    const found = Promise.resolve({ views: new Map(), status: childStatus([]), rules: [], storedRules: [], devices: [] });
    const loaded = await loadAllowance({ request, context, parent: { ...parent, api }, child: makeChild() }, found);
    expect(loaded?.apps?.map(({ name }) => name)).toEqual(sorted);
  });
});
