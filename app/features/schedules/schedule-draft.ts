import type { ChildId, RuleId } from '~/domain/ids';
import { DEFAULT_WINDOW, type Rule, SCHEDULE_ROLLOVER_MS, type Schedule } from '~/domain/rule';
import type { Instant } from '~/domain/time';
import type { ScheduleDraft } from './schedule-form';

/** A new schedule begins as 21:00 to 05:00 of every day (RULE-021). */
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
 * What is typed as a rule among the others, for a look before saving. A schedule of single apps overlaps nothing of the device's: it is
 * drawn alone. A new one has no id yet: ''.
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
    // It is looked at as if it were switched on: that is what a preview is for.
    suspended: false,
    expiresAt: draft.recurring ? null : createdAt + SCHEDULE_ROLLOVER_MS,
    scope: 'device',
    createdAt,
    updatedAt: now,
  };
  return { rules: scope === 'apps' ? [] : rules, candidate };
}

/** The stored rule as the editor's fields. */
export function toDraft({ name, window, weekdays, recurring, exceptions, scope }: Schedule, bundleIds: Array<string>): ScheduleDraft {
  return { name, window, weekdays, recurring, exceptions, scope, bundleIds };
}
