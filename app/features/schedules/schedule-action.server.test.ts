import { describe, expect, test } from 'vitest';
import { takeToast } from '#app/server/toast.server';
import { ERROR_CODES, outsideAccount, Refusal } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { answerSchedules } from './schedule-action.server';
import type { ScheduleForm } from './schedule-reply.server';

/** A child's status and a rule in wire format. */
const status = { user_id: 'mia', state: 'blocked', why: null, beaten: [], until: null, viewState: 'blocked', next_change: null };
const night = {
  rule_id: 'r',
  type: 'temporal',
  rule_name: 'Night',
  days: [1, 1, 1, 1, 1, 1, 1],
  time_duration: '21:00PT480M',
  expiry: null,
  recurring: true,
  suspended: false,
  created_ts: 0,
  updated_ts: 1,
};

describe('answerSchedules', () => {
  test.each([
    ['schedule-off', 'schedules.gone'],
    ['schedule-bedtime', 'schedules.gone'],
    ['schedule-save', 'schedules.gone_anew'],
  ])('says only after a save that saving again creates the deleted schedule: %s', async (intent, expected) => {
    expect(await post(intent, outsideAccount())).toMatchObject({ data: { notice: { key: expected } } });
  });

  const SEE_PLAN = { to: '/subscription', key: 'limits.see_plan' };
  const NOT_IN_PLAN = new Refusal(ERROR_CODES.insufficientPrivileges, 403, '', { reason: 'plan' });
  const USED_UP = new Refusal(ERROR_CODES.insufficientPrivileges, 403, '', { reason: 'limit', limit: 2 });

  test.each([
    ['a feature that the plan lacks', 'schedule-save', NOT_IN_PLAN, {}, { key: 'limits.not_in_plan', params: {}, link: SEE_PLAN }],
    ['a feature that the plan lacks', 'schedule-on', NOT_IN_PLAN, {}, { key: 'limits.not_in_plan', params: {}, link: SEE_PLAN }],
    [
      'a reached limit of schedules',
      'schedule-save',
      USED_UP,
      {},
      { key: 'limits.schedules_reached', params: { count: 2 }, link: SEE_PLAN },
    ],
    ['a removed child', 'schedule-save', outsideAccount(), { rule_id: '' }, { key: 'toast.child_gone', params: {}, link: null }],
  ])('shows a specific message for a refusal with code 410 because of %s: %s', async (_name, intent, refusal, sent, notice) => {
    expect(await post(intent, refusal, sent)).toMatchObject({ data: { notice } });
  });

  test('says that a schedule was saved without its apps if the plan lacks app schedules', async () => {
    const saved = { rule_id: 'r', type: 'temporal', rule_name: 'School', days: [0, 1, 0, 0, 0, 0, 0], time_duration: '08:00PT240M' };
    const rule = { ...saved, expiry: null, recurring: true, suspended: false, created_ts: 0, updated_ts: 2, scope: 'apps' };
    const answers = async ({ method, path }: { method: string; path: string }) => {
      if (path === '/rule') return rule;
      if (method === 'GET') return [];
      throw NOT_IN_PLAN;
    };
    const notice = { key: 'schedules.apps_not_in_plan', params: {}, link: SEE_PLAN };
    expect(await post('schedule-save', answers, { rule_id: 'r', scope: 'apps', apps: 'com.game' })).toMatchObject({ data: { notice } });
  });

  test('says that no plan allows more than 100 schedules', async () => {
    const full = new Refusal(ERROR_CODES.unknown, 400, '', { reason: 'full', limit: 100 });
    const notice = { key: 'schedules.at_most', params: { limit: 100 }, link: null };
    expect(await post('schedule-save', full)).toMatchObject({ data: { notice } });
  });

  test.each([
    ['schedule-skip', '2026-11-21', 'toast.schedule_night_skipped'],
    ['schedule-unskip', '2026-11-21', 'toast.schedule_night_unskipped'],
    ['schedule-skip', '2026-11-22', 'toast.schedule_skipped'],
  ])('names the night if the skipped date was yesterday: %s %s', async (intent, date, key) => {
    const rule = { rule_id: 'r', type: 'temporal', rule_name: 'Night', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '21:00PT480M' };
    const stored = { ...rule, expiry: null, recurring: true, suspended: false, created_ts: 0, updated_ts: 1 };
    const api = {
      call: async ({ method }: { method: string }) => (method === 'GET' ? [{ ...status, server_time: 0, rules: [stored] }] : stored),
    };
    const fields = new FormData();
    for (const [name, value] of Object.entries({ rule_id: 'r', updated_at: '1', date })) fields.set(name, value);
    const context = webContext();
    const request = new Request('https://porchlight.example/manage/mia', { method: 'POST' });
    const child = { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' };
    const scheduleForm = {
      request,
      context,
      parent: { api },
      child,
      form: { fields, intent, token: 't' },
      now: Date.parse('2026-11-22T02:00:00+01:00'),
    };
    await answerSchedules(scheduleForm as unknown as ScheduleForm);
    await expect(context).toShowToast(key, { name: 'Mia' });
  });

  test('turns all active schedules off on some days; its undo turns them on again', async () => {
    const rules = [
      { ...night, rule_id: 'a', exceptions: [{ date: '2026-12-24', off: true }] },
      { ...night, rule_id: 'b', created_ts: 1, exceptions: [] },
      { ...night, rule_id: 'c', suspended: true, created_ts: 2, exceptions: [] },
    ];
    const api = {
      call: async (
        { method }: { method: string },
        { body }: { body: { rule_id: string; exceptions: (typeof rules)[0]['exceptions'] } },
      ) => {
        if (method === 'GET') return [{ ...status, server_time: 0, rules }];
        const rule = rules.find(({ rule_id }) => rule_id === body.rule_id);
        return Object.assign(rule ?? {}, { exceptions: body.exceptions, updated_ts: (rule?.updated_ts ?? 0) + 1 });
      },
    };
    const send = async (intent: string, sent: Record<string, string>) => {
      const fields = new FormData();
      for (const [name, value] of Object.entries(sent)) fields.set(name, value);
      const context = webContext();
      const request = new Request('https://porchlight.example/manage/mia/schedule?off', { method: 'POST' });
      const child = { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' };
      const scheduleForm = {
        request,
        context,
        parent: { api },
        child,
        form: { fields, intent, token: 't' },
        now: Date.parse('2026-12-23T12:00Z'),
      };
      const answer = await answerSchedules(scheduleForm as unknown as ScheduleForm);
      return { answer, toast: await takeToast(requestWithCookies(context), webContext()) };
    };
    const datesOf = () => rules.map(({ exceptions }) => exceptions.map(({ date }) => date.slice(-2)).join(' '));
    const wrong = await send('schedules-off', { 'ex-1-date': '', 'ex-1-last': '' });
    expect(wrong.answer).toMatchObject({ data: { lastResult: { error: { 'ex-1-date': ['missing_date'] } } } });
    const tooLong = await send('schedules-off', { 'ex-1-date': '2026-12-23', 'ex-1-last': '2027-03-23' });
    expect(tooLong.answer).toMatchObject({ data: { lastResult: { error: { exceptions: ['too_many_dates'] } } } });
    const { toast } = await send('schedules-off', { 'ex-1-date': '2026-12-23', 'ex-1-last': '2026-12-25' });
    expect([toast?.text.key, datesOf()]).toEqual(['toast.saved', ['23 24 25', '23 24 25', '']]);
    const undone = await send(toast?.undo?.intent ?? '', toast?.undo?.fields ?? {});
    expect([undone.toast?.text.key, undone.toast?.undo, datesOf()]).toEqual(['toast.undone', null, ['24', '', '']]);
  });

  test.each<[string, string, boolean, Array<string>, string]>([
    ['turns a skipped day on again', 'schedule-skip', false, [], 'toast.undone'],
    ['skips a restored day again', 'schedule-unskip', false, ['23'], 'toast.undone'],
    ['is refused after another parent changed the schedule', 'schedule-skip', true, ['23'], 'error_strings.stale'],
  ])('undo of «Skip today» %s: %s', async (_name, intent, isChangedSince, expected, message) => {
    const rule = {
      ...night,
      exceptions: intent === 'schedule-unskip' ? [{ date: '2026-12-23', off: true }] : [],
    };
    const api = {
      call: async ({ method }: { method: string }, { body }: { body: Pick<typeof rule, 'exceptions' | 'updated_ts'> }) => {
        if (method === 'GET') return [{ ...status, server_time: 0, rules: [rule] }];
        if (body.updated_ts !== rule.updated_ts) throw new Refusal(ERROR_CODES.unknown, 400, 'changed', { reason: 'stale' });
        return Object.assign(rule, { exceptions: body.exceptions, updated_ts: rule.updated_ts + 1 });
      },
    };
    const send = async (wanted: string, sent: Record<string, string>) => {
      const fields = new FormData();
      for (const [name, value] of Object.entries(sent)) fields.set(name, value);
      const context = webContext();
      const request = new Request('https://porchlight.example/manage/mia/schedule', { method: 'POST' });
      const child = { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' };
      const scheduleForm = {
        request,
        context,
        parent: { api },
        child,
        form: { fields, intent: wanted, token: 't' },
        now: Date.parse('2026-12-23T12:00Z'),
      };
      const answer = await answerSchedules(scheduleForm as unknown as ScheduleForm);
      const toast = await takeToast(requestWithCookies(context), webContext());
      return { undo: toast?.undo ?? null, said: answer !== null && 'data' in answer ? answer.data.notice?.key : toast?.text.key };
    };
    const { undo } = await send(intent, { rule_id: 'r', updated_at: '1', date: '2026-12-23' });
    if (isChangedSince) rule.updated_ts += 1;
    const back = await send(undo?.intent ?? '', undo?.fields ?? {});
    expect([back.said, back.undo]).toEqual([message, null]);
    expect(rule.exceptions.map(({ date }) => date.slice(-2))).toEqual(expected);
  });

  test.each([
    ['remain in the list', { 'ex-1-date': '2026-12-24', 'ex-1-change': 'off' }, ['24 20:00PT600M', '24 off']],
    ['apply again once the day off is removed', {}, ['24 20:00PT600M']],
    [
      'are replaced by typed times',
      { 'ex-1-date': '2026-12-24', 'ex-1-change': 'window', 'ex-1-from': '22:00', 'ex-1-to': '06:00' },
      ['24 22:00PT480M'],
    ],
  ])('saving during a night that is off keeps that night off; the other times stored for a day off %s', async (_, typed, expected) => {
    const rule = {
      ...night,
      exceptions: [
        { date: '2026-12-21', off: true },
        { date: '2026-12-22', off: true },
        { date: '2026-12-24', window: '20:00PT600M' },
        { date: '2026-12-24', off: true },
      ],
    };
    const sent: Array<{ exceptions: Array<{ date: string; off?: true; window?: string }> }> = [];
    const api = {
      call: async ({ method }: { method: string }, { body }: { body: (typeof sent)[0] }) => {
        if (method === 'GET') return [{ ...status, server_time: 0, rules: [rule] }];
        sent.push(body);
        return rule;
      },
    };
    const fields = new FormData();
    const form = { rule_id: 'r', updated_at: '1', name: 'Night', from: '21:00', to: '05:00', days: '1', scope: 'device', ...typed };
    for (const [name, value] of Object.entries(form)) fields.set(name, value);
    const context = webContext();
    const request = new Request('https://porchlight.example/manage/mia/schedule?edit=r', { method: 'POST' });
    const child = { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' };
    const now = Date.parse('2026-12-23T01:00:00+01:00');
    await answerSchedules({
      request,
      context,
      parent: { api },
      child,
      form: { fields, intent: 'schedule-save', token: 't' },
      now,
    } as unknown as ScheduleForm);
    const told = sent.map(({ exceptions }) => exceptions.map(({ date, window }) => `${date.slice(-2)} ${window ?? 'off'}`));
    expect(told).toEqual([['22 off', ...expected]]);
  });

  test('shows the message about a deleted schedule for one minute (CONST-037)', async () => {
    const context = webContext();
    const fields = new FormData();
    fields.set('rule_id', 'r');
    const scheduleForm = {
      request: new Request('https://porchlight.example/manage/mia/schedule?delete=r', { method: 'POST' }),
      context,
      parent: { api: { call: async () => ({ objects_deleted: 1 }) } },
      child: { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' },
      form: { fields, intent: 'schedule-remove', token: 't' },
      now: 0,
    };
    await answerSchedules(scheduleForm as unknown as ScheduleForm);
    const toast = await takeToast(requestWithCookies(context), webContext());
    expect([toast?.text.key, toast?.stay]).toEqual(['toast.deleted', 'confirm']);
  });

  type Answers = (endpoint: { method: string; path: string }) => Promise<unknown>;

  /** Posts a form. The API refuses every change with `refused`, or answers all calls if `refused` is a function. */
  async function post(intent: string, refused: Refusal | Answers, fields: Record<string, string> = {}) {
    const form = new FormData();
    const sent = { rule_id: 'gone', updated_at: '1', name: 'School', from: '08:00', to: '12:00', days: '1', scope: 'device', ...fields };
    for (const [name, value] of Object.entries(sent)) form.set(name, value);
    const refuse: Answers = async ({ method }) => {
      if (method === 'GET') return [];
      throw refused;
    };
    const api = { call: typeof refused === 'function' ? refused : refuse };
    const scheduleForm = {
      form: { fields: form, intent, token: 't' },
      parent: { api },
      child: { id: 'mia', timeZone: 'Europe/Berlin' },
      now: 0,
    };
    return answerSchedules(scheduleForm as unknown as ScheduleForm);
  }
});
