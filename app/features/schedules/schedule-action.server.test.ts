import { expect, test } from 'vitest';
import { takeToast } from '~/server/toast.server';
import { ERROR_CODES, notYours, Refusal } from '~/wire/errors';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { answerSchedules, type ScheduleForm } from './schedule-action.server';

test.each([
  ['schedule-off', 'schedules.gone'],
  ['schedule-bedtime', 'schedules.gone'],
  ['schedule-save', 'schedules.gone_anew'],
])('of a window that is deleted meanwhile only the editor says that saving makes it anew: %s', async (intent, expected) => {
  expect(await post(intent, notYours())).toMatchObject({ data: { notice: { key: expected } } });
});

test('a hundred windows are all that a child can have, and no plan has more', async () => {
  const full = new Refusal(ERROR_CODES.unknown, 400, '', { reason: 'full', limit: 100 });
  const notice = { key: 'schedules.at_most', params: { limit: 100 }, link: null };
  expect(await post('schedule-save', full)).toMatchObject({ data: { notice } });
});

test.each([
  ['schedule-skip', '2026-11-21', 'toast.schedule_night_skipped'],
  ['schedule-unskip', '2026-11-21', 'toast.schedule_night_unskipped'],
  ['schedule-skip', '2026-11-22', 'toast.schedule_skipped'],
])('of a night that began yesterday the night is said: %s %s', async (intent, date, key) => {
  const rule = { rule_id: 'r', type: 'temporal', rule_name: 'Night', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '21:00PT480M' };
  const stored = { ...rule, expiry: null, recurring: true, suspended: false, created_ts: 0, updated_ts: 1 };
  const status = { user_id: 'mia', state: 'blocked', why: null, beaten: [], until: null, viewState: 'blocked', next_change: null };
  const api = {
    call: async ({ method }: { method: string }) => (method === 'GET' ? [{ ...status, server_time: 0, rules: [stored] }] : stored),
  };
  const fields = new FormData();
  for (const [name, value] of Object.entries({ rule_id: 'r', updated_at: '1', date })) fields.set(name, value);
  const context = webContext();
  const request = new Request('https://porchlight.example/manage/mia', { method: 'POST' });
  const child = { id: 'mia', name: 'Mia', timeZone: 'Europe/Berlin' };
  const place = {
    request,
    context,
    parent: { api },
    child,
    form: { fields, intent, token: 't' },
    now: Date.parse('2026-11-22T02:00:00+01:00'),
  };
  await answerSchedules(place as unknown as ScheduleForm);
  expect(await takeToast(requestWithCookies(context), webContext())).toMatchObject({ text: { key, params: { name: 'Mia' } } });
});

async function post(intent: string, refusal: Refusal) {
  const fields = new FormData();
  const sent = { rule_id: 'gone', updated_at: '1', name: 'School', from: '08:00', to: '12:00', days: '1', scope: 'device' };
  for (const [name, value] of Object.entries(sent)) fields.set(name, value);
  const api = {
    call: async (endpoint: { method: string }) => {
      if (endpoint.method === 'GET') return [];
      throw refusal;
    },
  };
  const place = { form: { fields, intent, token: 't' }, parent: { api }, child: { id: 'mia', timeZone: 'Europe/Berlin' }, now: 0 };
  return answerSchedules(place as unknown as ScheduleForm);
}
