import type { Override, Rule, Schedule, ScheduleException } from '#app/domain/rule';
import { SCHEDULE_ROLLOVER_MS } from '#app/domain/rule';
import { formatTimeWindow } from '#app/domain/time';
import { toTimeWindow, toWeekdays } from '#app/wire/rule';

/**
 * A stored rule. `kind` is override, schedule or default-schedule. `weekdays` is seven digits 0 or 1, Sunday first. `window` is
 * HH:mmPT{n}M.
 */
type RuleRow = {
  id: string;
  child_id: string;
  kind: string;
  effect: string | null;
  until: number | null;
  name: string;
  weekdays: string;
  window: string;
  suspended: number;
  recurring: number;
  exceptions_json: string;
  scope: string;
  replaced_json: string | null;
  created_at: number;
  updated_at: number;
};

const NO_DAYS = '0000000';
const NO_WINDOW = '00:00PT1440M';

function toRule(row: RuleRow): Rule {
  const common = { id: row.id, childId: row.child_id, createdAt: row.created_at, updatedAt: row.updated_at };
  if (row.kind === 'override') {
    return { ...common, kind: 'override', effect: row.effect === 'grant' ? 'grant' : 'block', from: row.created_at, until: row.until };
  }
  const exceptions: Array<ScheduleException> = JSON.parse(row.exceptions_json);
  return {
    ...common,
    kind: row.kind === 'default-schedule' ? 'default-schedule' : 'schedule',
    name: row.name,
    weekdays: toWeekdays(Array.from(row.weekdays, Number)),
    window: toTimeWindow(row.window),
    suspended: row.suspended === 1,
    recurring: row.recurring === 1,
    expiresAt: row.recurring === 1 ? null : row.created_at + SCHEDULE_ROLLOVER_MS,
    exceptions,
    scope: row.scope === 'apps' ? 'apps' : 'device',
  };
}

export function listRules(sql: SqlStorage, childId: string): Array<Rule> {
  return sql.exec<RuleRow>('SELECT * FROM rule WHERE child_id = ? ORDER BY created_at, id', childId).toArray().map(toRule);
}

/** Returns the rules of all children, by child id. */
export function listRulesByChild(sql: SqlStorage): ReadonlyMap<string, Array<Rule>> {
  const rules = sql.exec<RuleRow>('SELECT * FROM rule ORDER BY created_at, id').toArray().map(toRule);
  return Map.groupBy(rules, (rule) => rule.childId);
}

export function findRule(sql: SqlStorage, id: string): Rule | null {
  const row = sql.exec<RuleRow>('SELECT * FROM rule WHERE id = ?', id).toArray()[0];
  return row === undefined ? null : toRule(row);
}

/** Returns the child's only override, or null (S50). */
export function findOverride(sql: SqlStorage, childId: string): Override | null {
  const row = sql.exec<RuleRow>("SELECT * FROM rule WHERE child_id = ? AND kind = 'override'", childId).toArray()[0];
  const rule = row === undefined ? null : toRule(row);
  return rule?.kind === 'override' ? rule : null;
}

/** Returns the override that the override `id` replaced, or null. */
export function findReplaced(sql: SqlStorage, id: string): Override | null {
  const row = sql.exec<Pick<RuleRow, 'replaced_json'>>('SELECT replaced_json FROM rule WHERE id = ?', id).toArray()[0];
  return row === undefined || row.replaced_json === null ? null : JSON.parse(row.replaced_json);
}

function write(sql: SqlStorage, row: RuleRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO rule (id, child_id, kind, effect, until, name, weekdays, window, suspended, recurring, exceptions_json, scope,
      replaced_json, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.child_id,
    row.kind,
    row.effect,
    row.until,
    row.name,
    row.weekdays,
    row.window,
    row.suspended,
    row.recurring,
    row.exceptions_json,
    row.scope,
    row.replaced_json,
    row.created_at,
    row.updated_at,
  );
}

export function putSchedule(sql: SqlStorage, schedule: Schedule): void {
  write(sql, {
    id: schedule.id,
    child_id: schedule.childId,
    kind: schedule.kind,
    effect: null,
    until: null,
    name: schedule.name,
    weekdays: schedule.weekdays.map((on) => (on ? '1' : '0')).join(''),
    window: formatTimeWindow(schedule.window),
    suspended: schedule.suspended ? 1 : 0,
    recurring: schedule.recurring ? 1 : 0,
    exceptions_json: JSON.stringify(schedule.exceptions),
    scope: schedule.scope,
    replaced_json: null,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
  });
}

/** Stores the child's only override and removes any other. `replaced` is the previous override. */
export function putOverride(sql: SqlStorage, override: Override, replaced: Override | null = null): void {
  sql.exec("DELETE FROM rule WHERE child_id = ? AND kind = 'override' AND id <> ?", override.childId, override.id);
  write(sql, {
    id: override.id,
    child_id: override.childId,
    kind: 'override',
    effect: override.effect,
    until: override.until,
    name: '',
    weekdays: NO_DAYS,
    window: NO_WINDOW,
    suspended: 0,
    recurring: 0,
    exceptions_json: '[]',
    scope: 'device',
    replaced_json: replaced === null ? null : JSON.stringify(replaced),
    created_at: override.createdAt,
    updated_at: override.updatedAt,
  });
}

export function removeRule(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM rule WHERE id = ?', id);
}
