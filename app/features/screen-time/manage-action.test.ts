import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mergeEntitlements } from '#app/domain/plan';
import { addDays, localDate } from '#app/domain/time';
import type { Account } from '#app/server/account.server';
import type { Api } from '#app/server/api.server';
import type { Parent } from '#app/server/guards.server';
import { takeToast } from '#app/server/toast.server';
import type { BlockStatusWire } from '#app/wire/block-status';
import { child as makeChild } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { answerManageForm } from './manage-action.server';

const ZONE = 'Europe/Berlin';
const today = () => localDate(Date.now(), ZONE);
const HOUR = 3600;
const END = Date.parse('2026-11-22T20:36:00+01:00') + HOUR * 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: END - HOUR * 1000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The child's status as the API returns it. */
const status: BlockStatusWire = {
  user_id: 'mia',
  state: 'allowed',
  why: null,
  beaten: [],
  until: null,
  viewState: 'allowed',
  next_change: null,
  server_time: 0,
};
const rule = (ruledef_name: 'block' | 'grant', expiry: number | null): BlockStatusWire['rule'] => ({
  rule_id: 'r',
  ruledef_id: ruledef_name,
  ruledef_name,
  user_id: 'mia',
  account_id: 'a',
  type: 'override',
  system_name: '',
  rule_name: '',
  days: [1, 1, 1, 1, 1, 1, 1],
  time_duration: '00:00PT1440M',
  expiry,
  recurring: false,
  suspended: false,
  active: true,
  created_ts: 0,
  updated_ts: 0,
});

/**
 * Posts a form about Mia to an API stub.
 * @returns the requests that change something, the toast, the redirect and the form message
 */
async function post(
  fields: Record<string, string>,
  {
    now = {},
    extra = null,
    isOn = true,
    plan = 'on',
    answer = {},
  }: {
    now?: Partial<BlockStatusWire>;
    extra?: { date: string; seconds: number } | null;
    isOn?: boolean;
    plan?: 'on' | 'off';
    answer?: Record<string, unknown>;
  },
) {
  const sent: Array<unknown> = [];
  const api: Api = {
    call: async ({ method, path }, { query, body }) => {
      if (method === 'GET') return [{ ...status, ...now }] as never;
      sent.push({ method, path, ...(body === undefined ? { query } : { body }) });
      return answer as never;
    },
  };
  const context = webContext();
  const entitlements = mergeEntitlements([], 0);
  const account = { entitlements: { ...entitlements, limits: { ...entitlements.limits, allowance: plan } } } as Account;
  const week = Array.from({ length: 7 }, () => HOUR);
  const reply = await answerManageForm({
    request: new Request('https://porchlight.example/manage/mia', { method: 'POST', body: new URLSearchParams(fields) }),
    context,
    parent: { account, api } as Parent,
    child: makeChild({ timeZone: ZONE, allowance: { isOn, isSet: true, seconds: week, extra } }),
  });
  const toast = await takeToast(requestWithCookies(context), webContext());
  const to = reply instanceof Response ? reply.headers.get('Location') : null;
  return { sent, toast, to, notice: 'data' in reply ? reply.data.notice : null };
}

describe('answerManageForm', () => {
  test.each([
    ['undo', { objects_deleted: 1, undone: true }, 'toast.undone'],
    ['undo', { objects_deleted: 1, undone: false }, 'toast.lifted'],
    ['undo-pause', { objects_deleted: 1, undone: true }, 'toast.undone'],
    ['undo-pause', { objects_deleted: 1, undone: false }, 'toast.resuming'],
  ])('«%s» shows the outcome that the API returned: %o', async (intent, answer, key) => {
    const { toast } = await post({ intent, rule_id: 'r' }, { answer });
    expect(toast).toMatchObject({ text: { key }, undo: null });
  });

  const WEBSITES = '/manage/mia/web-filter?on=1';
  test.each([
    [WEBSITES, { objects_deleted: 1, undone: true }, WEBSITES, 'good', 'toast.undone'],
    // A refusal is also shown as a toast, and replaces the toast with the Undo button.
    [WEBSITES, { objects_deleted: 0 }, WEBSITES, 'bad', 'error_strings.stale'],
    ['https://elsewhere.example/', { objects_deleted: 1, undone: true }, '/manage/mia', 'good', 'toast.undone'],
  ])('redirects an undo to the page where it was tapped: %s, %o', async (back, answer, to, tone, key) => {
    expect(await post({ intent: 'undo', rule_id: 'r', back }, { answer })).toMatchObject({
      to,
      toast: { tone, text: { key } },
      notice: null,
    });
  });

  test('treats a repeated unblock as done if the form names no rule, and as outdated if it names one', async () => {
    const answer = { objects_deleted: 0 };
    expect(await post({ intent: 'lift' }, { answer })).toMatchObject({ sent: [], notice: null, toast: { text: { key: 'toast.lifted' } } });
    expect(await post({ intent: 'lift', rule_id: 'r' }, { answer })).toMatchObject({ toast: null, notice: { key: 'error_strings.stale' } });
  });

  test('Undo after a pause asks the API to restore what the pause replaced', async () => {
    const given = await post({ intent: 'pause-open' }, { answer: { command_ids: [], undo_until: 7 } });
    expect(given.toast?.undo).toMatchObject({ intent: 'undo-pause', until: 7 });
    const { sent } = await post({ intent: 'undo-pause' }, { answer: { objects_deleted: 1, undone: true } });
    expect(sent).toEqual([{ method: 'DELETE', path: '/command', body: { command: 'pause', user_id: 'mia', undo: true } }]);
  });

  test("offers to repeat a removed override, except a block that would use up the plan's limit again (A45)", async () => {
    const lift = async (effect: 'block' | 'grant') =>
      (await post({ intent: 'lift', rule_id: 'r' }, { now: { rule: rule(effect, END) }, answer: { objects_deleted: 1 } })).toast?.undo ??
      null;
    expect(await lift('grant')).toMatchObject({ intent: `allow-until-${END}`, fields: {} });
    expect(await lift('block')).toBeNull();
  });

  const used = (time_used: number, time_limit: number): Partial<BlockStatusWire> => ({
    usage: {
      time_limit,
      time_used,
      time_remaining: Math.max(0, time_limit - time_used),
      requested_state: 'play',
      applied_state: 'all',
      devices_in_use: [],
      displayState: 'playing',
    },
  });

  test.each([
    ['no time is left in the day', { now: used(HOUR, 5 * HOUR) }, { key: 'limits.day_is_full', params: { name: 'Mia' } }],
    ['the daily limit is off', { isOn: false }, { key: 'limits.allowance_is_off', params: { name: 'Mia' } }],
    ['the plan no longer includes bonus time', { plan: 'off' as const }, { key: 'limits.not_in_plan', link: { to: '/subscription' } }],
  ])('refuses bonus time that could not be used: %s', async (_, there, notice) => {
    expect(await post({ intent: 'extra-30m' }, there)).toMatchObject({ sent: [], toast: null, notice });
  });

  test('adds no more bonus time than the rest of the day', async () => {
    const { sent, toast } = await post({ intent: 'extra-span', minutes: '1440' }, { now: used(0, HOUR) });
    expect(sent).toMatchObject([{ body: { allowance_extra: { seconds: (2 * 60 + 24) * 60 } } }]);
    expect(toast).toMatchObject({ text: { key: 'toast.extra_given', params: { span: '2 h 24 min' } } });
  });

  test('adds 30 usable minutes, and undo subtracts exactly the time added on that day', async () => {
    const { sent, toast } = await post({ intent: 'extra-30m' }, { now: used(2.5 * HOUR, HOUR) });
    expect(sent).toMatchObject([{ body: { allowance_extra: { date: today(), seconds: 2 * HOUR } } }]);
    expect(toast).toMatchObject({
      text: { key: 'toast.extra_given', params: { span: '30 min' } },
      undo: { intent: 'extra-back', fields: { date: today(), seconds: String(2 * HOUR) } },
    });
    // Another parent has also added 30 minutes since.
    const back = await post({ intent: 'extra-back', date: today(), seconds: '1800' }, { extra: { date: today(), seconds: HOUR } });
    expect(back.sent).toMatchObject([{ body: { allowance_extra: { date: today(), seconds: 1800 } } }]);
  });

  test('does not subtract yesterday’s bonus time from today', async () => {
    const fields = { intent: 'extra-back', date: addDays(today(), -1), seconds: '1800' };
    const { sent, notice } = await post(fields, { extra: { date: today(), seconds: 1800 } });
    expect(sent).toEqual([]);
    expect(notice).toMatchObject({ key: 'limits.time_passed' });
  });
});
