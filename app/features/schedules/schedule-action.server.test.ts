import { expect, test } from 'vitest';
import { notYours } from '~/wire/errors';
import { answerSchedules, type ScheduleForm } from './schedule-action.server';

test.each([
  ['schedule-off', 'schedules.gone'],
  ['schedule-bedtime', 'schedules.gone'],
  ['schedule-save', 'schedules.gone_anew'],
])('of a window that is deleted meanwhile only the editor says that saving makes it anew: %s', async (intent, expected) => {
  const fields = new FormData();
  const sent = { rule_id: 'gone', updated_at: '1', name: 'School', from: '08:00', to: '12:00', days: '1', scope: 'device' };
  for (const [name, value] of Object.entries(sent)) fields.set(name, value);
  const api = {
    call: async (endpoint: { method: string }) => {
      if (endpoint.method === 'GET') return [];
      throw notYours();
    },
  };
  const place = { form: { fields, intent, token: 't' }, parent: { api }, child: { id: 'mia', timeZone: 'Europe/Berlin' }, now: 0 };
  const reply = await answerSchedules(place as unknown as ScheduleForm);
  expect(reply).toMatchObject({ data: { notice: { key: expected } } });
});
