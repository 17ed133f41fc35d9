import type { ChildId, RuleId } from '#app/domain/ids';
import { DEFAULT_WINDOW, type Rule, SCHEDULE_ROLLOVER_MS, type Schedule } from '#app/domain/rule';
import type { Instant } from '#app/domain/time';
import type { ScheduleDraft } from './schedule-form';

/** A new schedule: 21:00 to 05:00 every day (RULE-021). */
export const NEW_DRAFT: ScheduleDraft = {
  name: '',
  window: DEFAULT_WINDOW,
  weekdays: [true, true, true, true, true, true, true],
  recurring: true,
  exceptions: [],
  scope: 'device',
  bundleIds: [],
};

/**
 * Converts a draft to a rule for the preview, and returns it with the rules to show around it. An app schedule is shown alone, because it
 * does not overlap device schedules. A new schedule has the ID ''.
 */
export function toCandidate(
  rules: Array<Rule>,
  ruleId: RuleId,
  draft: ScheduleDraft,
  childId: ChildId,
  now: Instant,
): { rules: Array<Rule>; candidate: Schedule } {
  const stored = rules.find((rule): rule is Schedule => rule.kind !== 'override' && rule.id === ruleId);
  const { bundleIds: _bundleIds, scope, ...set } = draft;
  const createdAt = stored?.createdAt ?? now;
  const candidate: Schedule = {
    kind: stored?.kind ?? 'schedule',
    id: ruleId,
    childId,
    ...set,
    // The preview shows a suspended schedule as if it were turned on.
    suspended: false,
    expiresAt: draft.recurring ? null : createdAt + SCHEDULE_ROLLOVER_MS,
    scope: 'device',
    createdAt,
    updatedAt: now,
  };
  return { rules: scope === 'apps' ? [] : rules, candidate };
}

export function toDraft({ name, window, weekdays, recurring, exceptions, scope }: Schedule, bundleIds: Array<string>): ScheduleDraft {
  return { name, window, weekdays, recurring, exceptions, scope, bundleIds };
}
