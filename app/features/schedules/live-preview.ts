import type { ChildId, RuleId } from '~/domain/ids';
import type { Rule } from '~/domain/rule';
import type { Instant, TimeZone } from '~/domain/time';
import { previewWeek, type WeekDay } from '~/domain/week';
import { toCandidate } from './schedule-draft';
import { parseForPreview } from './schedule-form';

/** What a preview is made of besides what is typed. */
export type PreviewInput = { rules: Array<Rule>; childId: ChildId; timeZone: TimeZone; now: Instant };

/** The coming seven days with what is typed; null while it cannot be read. Asked for late: it brings the calendar along. */
export function computePreview(fields: FormData, ruleId: RuleId, { rules, childId, timeZone, now }: PreviewInput): Array<WeekDay> | null {
  const draft = parseForPreview(fields, now);
  if (draft === null) return null;
  const { rules: others, candidate } = toCandidate(rules, ruleId, draft, childId, now);
  return previewWeek({ rules: others, timeZone }, candidate, now);
}
