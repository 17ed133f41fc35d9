import { describe, expect, test } from 'vitest';
import type { Schedule } from '#app/domain/rule';
import { makeOverride, makeSchedule } from '#app/domain/rule.fixture';
import { listSchedules, optimisticSchedules } from './optimistic-schedules';

const TODAY = '2026-05-14';
const bedtime = makeSchedule('21:00PT480M', { kind: 'default-schedule', id: 'b' });
const school = makeSchedule('08:00PT420M', { id: 's', name: 'School', createdAt: 5, exceptions: [{ date: '2026-12-24', change: 'off' }] });

function expected(intent: string, more: Record<string, string> = {}): Array<Schedule> {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ intent, rule_id: 's', ...more })) fields.append(name, value);
  return optimisticSchedules([bedtime, school], fields);
}

describe('optimisticSchedules', () => {
  test('applies a submitted form to one schedule only (RULE-032)', () => {
    expect(expected('schedule-off')).toEqual([bedtime, { ...school, suspended: true }]);
    expect(expected('schedule-bedtime', { from: '20:00', to: '07:00' })[1]).toEqual({
      ...school,
      window: { start: 1200, minutes: 660 },
      suspended: false,
    });
    expect(expected('schedule-skip', { date: TODAY })[1]?.exceptions).toEqual([...school.exceptions, { date: TODAY, change: 'off' }]);
    expect(expected('schedule-unskip', { date: '2026-12-24' })[1]?.exceptions).toEqual([]);
    expect(expected('schedule-remove')).toEqual([bedtime]);
    const saved = { name: 'Lessons', from: '09:00', to: '10:00', days: '1' };
    expect(expected('schedule-save', saved)[1]).toMatchObject({ name: 'Lessons', window: { start: 540, minutes: 60 } });
  });

  test("changes nothing for an invalid form, a form without a change or another feature's form", () => {
    const before = [bedtime, school];
    for (const intent of ['schedule-save', 'schedule-bedtime', 'schedule-preview', 'block-30m'])
      expect(expected(intent), intent).toEqual(before);
    expect(optimisticSchedules(before, undefined)).toBe(before);
    // Bedtime belongs to the child and cannot be deleted (A61).
    expect(expected('schedule-remove', { rule_id: 'b' })).toEqual(before);
  });

  test('lists Bedtime first, then schedules by creation, without overrides', () => {
    const later = makeSchedule('08:00PT60M', { id: 'l', createdAt: 9 });
    const rules = [later, makeOverride('block', '2026-05-14T10:00Z', null), school, bedtime];
    expect(listSchedules(rules).map(({ id }) => id)).toEqual(['b', 's', 'l']);
  });
});
