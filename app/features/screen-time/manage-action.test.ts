import { expect, test } from 'vitest';
import { mergeEntitlements } from '~/domain/plan';
import { addDays, localDate } from '~/domain/time';
import type { Account } from '~/server/account.server';
import type { Api } from '~/server/api.server';
import type { Parent } from '~/server/guards.server';
import { takeToast } from '~/server/toast.server';
import type { BlockStatusWire } from '~/wire/block-status';
import { child as makeChild } from '../../../tests/child-status.ts';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { answerManageForm } from './manage-action.server';

const ZONE = 'Europe/Berlin';
const today = () => localDate(Date.now(), ZONE);
const HOUR = 3600;
const END = Date.now() + HOUR * 1000;

/** The child's status as the API tells it. */
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

/** Posts a form about Mia to an API of these answers; gives what was sent to change anything and the message that was left. */
async function post(
  fields: Record<string, string>,
  {
    now = {},
    extra = null,
    answer = {},
  }: { now?: Partial<BlockStatusWire>; extra?: { date: string; seconds: number } | null; answer?: Record<string, unknown> },
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
  const account = { entitlements: mergeEntitlements([], 0) } as Account;
  const week = Array.from({ length: 7 }, () => HOUR);
  const reply = await answerManageForm({
    request: new Request('https://porchlight.example/manage/mia', { method: 'POST', body: new URLSearchParams(fields) }),
    context,
    parent: { account, api } as Parent,
    child: makeChild({ timeZone: ZONE, allowance: { isOn: true, seconds: week, extra } }),
  });
  const toast = await takeToast(requestWithCookies(context), webContext());
  return { sent, toast, notice: 'data' in reply ? reply.data.notice?.key : null };
}

test.each([
  ['undo', { objects_deleted: 1, undone: true }, 'toast.undone'],
  ['undo', { objects_deleted: 1, undone: false }, 'toast.lifted'],
  ['undo-pause', { objects_deleted: 1, undone: true }, 'toast.undone'],
  ['undo-pause', { objects_deleted: 1, undone: false }, 'toast.resuming'],
])('«%s» says what the API says of it: %o', async (intent, answer, key) => {
  const { toast } = await post({ intent, rule_id: 'r' }, { answer });
  expect(toast).toMatchObject({ text: { key }, undo: null });
});

test('the undo of a pause asks for what it replaced', async () => {
  const given = await post({ intent: 'pause-open' }, { answer: { command_ids: [], undo_until: 7 } });
  expect(given.toast?.undo).toMatchObject({ intent: 'undo-pause', until: 7 });
  const { sent } = await post({ intent: 'undo-pause' }, { answer: { objects_deleted: 1, undone: true } });
  expect(sent).toEqual([{ method: 'DELETE', path: '/command', body: { command: 'pause', user_id: 'mia', undo: true } }]);
});

test('what is lifted can be given again, but not a block that would count once more (A45)', async () => {
  const lift = async (effect: 'block' | 'grant') =>
    (await post({ intent: 'lift', rule_id: 'r' }, { now: { rule: rule(effect, END) }, answer: { objects_deleted: 1 } })).toast?.undo ??
    null;
  expect(await lift('grant')).toMatchObject({ intent: `allow-until-${END}`, fields: {} });
  expect(await lift('block')).toBeNull();
});

test('half an hour more is half an hour to use, and its undo takes off just that, on that day', async () => {
  const now: Partial<BlockStatusWire> = {
    usage: {
      time_limit: HOUR,
      time_remaining: 0,
      time_used: 2.5 * HOUR,
      requested_state: 'play',
      applied_state: 'all',
      devices_in_use: [],
      displayState: 'playing',
    },
  };
  const { sent, toast } = await post({ intent: 'extra-30m' }, { now });
  expect(sent).toMatchObject([{ body: { allowance_extra: { date: today(), seconds: 2 * HOUR } } }]);
  expect(toast).toMatchObject({
    text: { key: 'toast.extra_given', params: { span: '30 min' } },
    undo: { intent: 'extra-back', fields: { date: today(), seconds: String(2 * HOUR) } },
  });
  // Another parent has given as much since.
  const back = await post({ intent: 'extra-back', date: today(), seconds: '1800' }, { extra: { date: today(), seconds: HOUR } });
  expect(back.sent).toMatchObject([{ body: { allowance_extra: { date: today(), seconds: 1800 } } }]);
});

test('what was given yesterday is not taken off today', async () => {
  const fields = { intent: 'extra-back', date: addDays(today(), -1), seconds: '1800' };
  const { sent, notice } = await post(fields, { extra: { date: today(), seconds: 1800 } });
  expect(sent).toEqual([]);
  expect(notice).toBe('limits.time_passed');
});
