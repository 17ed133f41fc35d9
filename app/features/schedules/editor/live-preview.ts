import type { ChildId, RuleId } from '#app/domain/ids';
import type { Rule } from '#app/domain/rule';
import type { Instant, TimeZone } from '#app/domain/time';
import { previewWeek, type WeekDay } from '#app/domain/week';
import { toCandidate } from './schedule-draft';
import { parseForPreview } from './schedule-form';

/** Input of a preview in addition to the form's fields. */
export type PreviewInput = { rules: Array<Rule>; childId: ChildId; timeZone: TimeZone; now: Instant };

/**
 * Computes the coming seven days with the form's values. Returns null if they are invalid. Import this module on demand, because it
 * includes the calendar code.
 */
export function computePreview(fields: FormData, ruleId: RuleId, { rules, childId, timeZone, now }: PreviewInput): Array<WeekDay> | null {
  const draft = parseForPreview(fields, now);
  if (draft === null) return null;
  const { rules: others, candidate } = toCandidate(rules, ruleId, draft, childId, now);
  return previewWeek({ rules: others, timeZone }, candidate, now);
}
