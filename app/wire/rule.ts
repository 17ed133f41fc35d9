import * as z from 'zod';
import { cleanName } from '../domain/child.ts';
import { type Rule, SCHEDULE_ROLLOVER_MS, type ScheduleException, type Weekdays } from '../domain/rule.ts';
import { EXCEPTIONS_MAX } from '../domain/schedule-limits.ts';
import { formatTimeWindow, parseTimeWindow, type TimeWindow } from '../domain/time.ts';
import type { Endpoint } from './endpoint.ts';
import { flagSchema, idSchema, instantSchema, nothingSchema, undoneSchema } from './values.ts';

/** `HH:mmPT{minutes}M`, 1 to 1440 minutes (docs/reference/product-spec.md 5.4, A61). */
const timeDurationSchema = z.string().refine((text) => parseTimeWindow(text) !== null, 'Expected HH:mmPT{minutes}M');
/** Seven flags, 0 or 1, index 0 = Sunday (A62). */
const daysSchema = z.array(z.union([z.literal(0), z.literal(1)])).length(7);
export const exceptionSchema = z.union([
  z.object({ date: z.iso.date(), off: z.literal(true) }),
  z.object({ date: z.iso.date(), window: timeDurationSchema }),
]);
export type ExceptionWire = z.infer<typeof exceptionSchema>;
/** Maximum number of schedules per child in every plan. */
export const SCHEDULES_MAX = 100;
/** Start of the year 9999. Status resolution looks beyond the end of an override, and its dates must keep four-digit years. */
export const LAST_EXPIRY = 253_370_764_800_000;
const scopeSchema = z.enum(['device', 'apps']);
/** True if the schedule has a weekday or a date with other times. Otherwise it would never apply. */
export function hasDays({ days, exceptions = [] }: { days: ReadonlyArray<number>; exceptions?: ReadonlyArray<ExceptionWire> }): boolean {
  return days.includes(1) || exceptions.some((exception) => 'window' in exception);
}
const ruleNameSchema = z.string().transform(cleanName).pipe(z.string().min(1).max(64));

export const ruleSchema = z.object({
  rule_id: idSchema,
  ruledef_id: z.string(),
  ruledef_name: z.string(),
  user_id: idSchema,
  account_id: z.string(),
  type: z.enum(['override', 'temporal', 'allowance', 'temporal_default']),
  system_name: z.string(),
  rule_name: z.string(),
  days: daysSchema,
  time_duration: timeDurationSchema,
  expiry: z.union([instantSchema, z.literal('one_week_rollover'), z.null()]),
  recurring: z.boolean(),
  suspended: z.boolean(),
  active: z.boolean(),
  exceptions: z.array(exceptionSchema).optional(),
  /** `apps`: blocks only apps whose `app_schedules` list it. Absent = the whole device. Not in the specification. */
  scope: scopeSchema.optional(),
  created_ts: instantSchema,
  updated_ts: instantSchema,
  undo_until: instantSchema.optional(),
  /** True if the plan doesn’t cover this schedule anymore: it does not apply until a higher plan (A167). Not in the specification. */
  over_limit: z.boolean().optional(),
});
export type RuleWire = z.infer<typeof ruleSchema>;

const userQuery = z.object({ user_id: idSchema });

export const listRules: Endpoint<{ user_id: string }, undefined, Array<RuleWire>> = {
  method: 'GET',
  path: '/rule',
  auth: 'session',
  query: userQuery,
  body: nothingSchema,
  output: z.array(ruleSchema),
};

const newRuleBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('override'),
    ruledef_name: z.enum(['block', 'grant']),
    /** Does not change `expiry`. A value below one day is refused if `expiry` is null. */
    time_duration: timeDurationSchema.optional(),
    /** Epoch ms; null = until unblocked (A59). */
    expiry: z.union([instantSchema.max(LAST_EXPIRY), z.null()]),
  }),
  z.object({
    type: z.literal('temporal'),
    rule_name: ruleNameSchema,
    days: daysSchema,
    time_duration: timeDurationSchema,
    recurring: z.boolean().default(true),
    suspended: z.boolean().default(false),
    exceptions: z.array(exceptionSchema).max(EXCEPTIONS_MAX).optional(),
    scope: scopeSchema.optional(),
  }),
]);
/**
 * POST /rule?user_id creates an override or a schedule (S50). An override replaces the child's current one and returns `undo_until` (A59,
 * A122).
 */
export const createRule: Endpoint<{ user_id: string }, z.infer<typeof newRuleBody>, RuleWire> = {
  method: 'POST',
  path: '/rule',
  auth: 'session',
  query: userQuery,
  body: newRuleBody,
  output: ruleSchema,
};

const changeRuleBody = z.object({
  rule_id: idSchema,
  updated_ts: instantSchema,
  rule_name: ruleNameSchema.optional(),
  days: daysSchema.optional(),
  time_duration: timeDurationSchema.optional(),
  recurring: z.boolean().optional(),
  suspended: z.boolean().optional(),
  exceptions: z.array(exceptionSchema).max(EXCEPTIONS_MAX).optional(),
});
/** PUT /rule?user_id changes a schedule. A stale `updated_ts` changes nothing and returns the current row (S50). */
export const updateRule: Endpoint<{ user_id: string }, z.infer<typeof changeRuleBody>, RuleWire> = {
  method: 'PUT',
  path: '/rule',
  auth: 'session',
  query: userQuery,
  body: changeRuleBody,
  output: ruleSchema,
};

/**
 * DELETE /rule?rule_ids&user_id removes rules. With `undo`, within `undo_until`, restores the override that the removed override had
 * replaced (A122). Otherwise the child's schedules apply again.
 */
export const removeRules: Endpoint<
  { user_id: string; rule_ids: string; undo?: boolean | undefined },
  undefined,
  z.infer<typeof undoneSchema>
> = {
  method: 'DELETE',
  path: '/rule',
  auth: 'session',
  query: z.object({ user_id: idSchema, rule_ids: z.string().min(1).max(4096), undo: flagSchema }),
  body: nothingSchema,
  output: undoneSchema,
};

/** Converts a rule from domain to wire. `active`: whether the rule applies now (A03). `isOverLimit`: the plan doesn’t cover it (A167). */
export function toWireRule(rule: Rule, accountId: string, active: boolean, isOverLimit = false): RuleWire {
  const common = {
    ...(isOverLimit ? { over_limit: true } : {}),
    rule_id: rule.id,
    user_id: rule.childId,
    account_id: accountId,
    active,
    created_ts: rule.createdAt,
    updated_ts: rule.updatedAt,
  };
  if (rule.kind === 'override') {
    return {
      ...common,
      ruledef_id: rule.effect,
      ruledef_name: rule.effect,
      type: 'override',
      system_name: `override_${rule.effect}`,
      rule_name: '',
      days: [1, 1, 1, 1, 1, 1, 1],
      time_duration: formatTimeWindow({ start: 0, minutes: overrideMinutes(rule.from, rule.until) }),
      expiry: rule.until,
      recurring: false,
      suspended: false,
    };
  }
  return {
    ...common,
    ruledef_id: rule.kind === 'schedule' ? 'schedule' : 'bedtime',
    ruledef_name: rule.kind === 'schedule' ? 'schedule' : 'bedtime',
    type: rule.kind === 'schedule' ? 'temporal' : 'temporal_default',
    system_name: rule.kind === 'schedule' ? 'schedule' : 'bedtime',
    rule_name: rule.name,
    days: rule.weekdays.map((on) => (on ? 1 : 0)),
    time_duration: formatTimeWindow(rule.window),
    expiry: rule.recurring ? null : 'one_week_rollover',
    recurring: rule.recurring,
    suspended: rule.suspended,
    exceptions: rule.exceptions.map(toWireException),
    scope: rule.scope,
  };
}

/**
 * Returns a child's daily limit as a rule of type `allowance` (RULE-017). Lists of rules compute it; it is changed through the child's own
 * row. `time_duration`: today's limit in whole minutes, at least one.
 */
export function toWireAllowance(
  allowance: { childId: string; limitSeconds: number; createdAt: number; updatedAt: number },
  accountId: string,
  active: boolean,
): RuleWire {
  return {
    rule_id: `allowance-${allowance.childId}`,
    ruledef_id: 'allowance',
    ruledef_name: 'allowance',
    user_id: allowance.childId,
    account_id: accountId,
    type: 'allowance',
    system_name: 'allowance',
    rule_name: '',
    days: [1, 1, 1, 1, 1, 1, 1],
    time_duration: formatTimeWindow({ start: 0, minutes: Math.max(1, Math.round(allowance.limitSeconds / 60)) }),
    expiry: null,
    recurring: true,
    suspended: false,
    active,
    created_ts: allowance.createdAt,
    updated_ts: allowance.updatedAt,
  };
}

function overrideMinutes(from: number, until: number | null): number {
  return until === null ? 1440 : Math.min(1440, Math.max(1, Math.round((until - from) / 60_000)));
}

export function toWireException(exception: ScheduleException): ExceptionWire {
  return exception.change === 'off'
    ? { date: exception.date, off: true }
    : { date: exception.date, window: formatTimeWindow(exception.window) };
}

/**
 * Converts a rule from wire to domain. Returns null for an `allowance`, which is not stored as a rule.
 * @throws Error for a malformed `time_duration`
 */
export function fromWireRule(wire: RuleWire): Rule | null {
  if (wire.type === 'allowance') return null;
  const common = { id: wire.rule_id, childId: wire.user_id, createdAt: wire.created_ts, updatedAt: wire.updated_ts };
  if (wire.type === 'override') {
    const until = typeof wire.expiry === 'number' ? wire.expiry : null;
    return { ...common, kind: 'override', effect: wire.ruledef_name === 'grant' ? 'grant' : 'block', from: wire.created_ts, until };
  }
  return {
    ...common,
    kind: wire.type === 'temporal' ? 'schedule' : 'default-schedule',
    name: wire.rule_name,
    weekdays: toWeekdays(wire.days),
    window: toTimeWindow(wire.time_duration),
    suspended: wire.suspended,
    recurring: wire.recurring,
    expiresAt: wire.recurring ? null : wire.created_ts + SCHEDULE_ROLLOVER_MS,
    exceptions: (wire.exceptions ?? []).map(fromWireException),
    scope: wire.scope ?? 'device',
  };
}

/** Returns the weekday flags, Sunday first. Any value other than 1, or none, means off. */
export function toWeekdays(days: ReadonlyArray<number>): Weekdays {
  return [days[0] === 1, days[1] === 1, days[2] === 1, days[3] === 1, days[4] === 1, days[5] === 1, days[6] === 1];
}

/**
 * Converts a validated `HH:mmPT{n}M` to a window.
 * @throws Error for any other text
 */
export function toTimeWindow(text: string): TimeWindow {
  const window = parseTimeWindow(text);
  if (window === null) throw new Error(`Bad time_duration ${text}`);
  return window;
}

export function fromWireException(wire: ExceptionWire): ScheduleException {
  return 'off' in wire ? { date: wire.date, change: 'off' } : { date: wire.date, change: 'window', window: toTimeWindow(wire.window) };
}
