import { type Reason, resolveBlockStatus, type StatusInput } from '#app/domain/block-status';
import { limitOn } from '#app/domain/daily-limit';
import { type Instant, localDate } from '#app/domain/time';

/**
 * The rule that an override or pause overrides.
 * - `then`: applies when the override ends, at `from`
 * - `waits`: on hold because the override has no end; `from` is when the rule would start, null = now
 *
 * `limitSeconds` is the daily limit on that day, null = no limit.
 */
export type OverriddenRule = { kind: 'then' | 'waits'; reason: Reason; from: Instant | null; limitSeconds: number | null };

/**
 * Returns the rule that the active override or pause overrides, or null. Resolves the rules (A119) at the end of the override. If it has no
 * end, resolves the rules without it.
 */
export function findOverriddenRule(input: StatusInput, now: Instant): OverriddenRule | null {
  const { allowance, timeZone } = input;
  const limitAt = (at: Instant) => (allowance?.enabled ? limitOn(allowance, localDate(at, timeZone)) : null);
  const { why } = resolveBlockStatus(input, now);
  if (why?.kind !== 'override' && why?.kind !== 'pause') return null;
  if (why.until !== null) {
    const reason = resolveBlockStatus(input, why.until).why;
    return reason && { kind: 'then', reason, from: why.until, limitSeconds: limitAt(why.until) };
  }
  // A pause does not override schedules, because schedules have priority (A121).
  if (why.kind === 'pause') return null;
  const without = { ...input, rules: input.rules.filter(({ kind }) => kind !== 'override') };
  const { why: present, nextChange } = resolveBlockStatus(without, now);
  if (present !== null) return { kind: 'waits', reason: present, from: null, limitSeconds: limitAt(now) };
  const next = nextChange && resolveBlockStatus(without, nextChange.at).why;
  return next && nextChange && { kind: 'waits', reason: next, from: nextChange.at, limitSeconds: limitAt(nextChange.at) };
}
