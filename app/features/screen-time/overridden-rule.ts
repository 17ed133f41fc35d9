import { type Reason, resolveBlockStatus, type StatusInput } from '~/domain/block-status';
import { limitOn } from '~/domain/daily-limit';
import { type Instant, localDate } from '~/domain/time';

/**
 * What an override or a pause covers: what holds once it ends («then», from its end), or, where nobody has given it one, what it keeps from
 * changing anything («waits»): from when, null = already now. `limitSeconds`: the screen time of that day, null = no limit.
 */
export type OverriddenRule = { kind: 'then' | 'waits'; reason: Reason; from: Instant | null; limitSeconds: number | null };

/** Asks the one resolution (A119) about the time after the parent's own word, or without it. Null where there is nothing beneath. */
export function findOverriddenRule(question: StatusInput, now: Instant): OverriddenRule | null {
  const { allowance, timeZone } = question;
  const limitAt = (at: Instant) => (allowance?.enabled ? limitOn(allowance, localDate(at, timeZone)) : null);
  const { why } = resolveBlockStatus(question, now);
  if (why?.kind !== 'override' && why?.kind !== 'pause') return null;
  if (why.until !== null) {
    const reason = resolveBlockStatus(question, why.until).why;
    return reason && { kind: 'then', reason, from: why.until, limitSeconds: limitAt(why.until) };
  }
  // A pause covers no schedule: those go before it (A121).
  if (why.kind === 'pause') return null;
  const without = { ...question, rules: question.rules.filter(({ kind }) => kind !== 'override') };
  const { why: present, nextChange } = resolveBlockStatus(without, now);
  if (present !== null) return { kind: 'waits', reason: present, from: null, limitSeconds: limitAt(now) };
  const next = nextChange && resolveBlockStatus(without, nextChange.at).why;
  return next && nextChange && { kind: 'waits', reason: next, from: nextChange.at, limitSeconds: limitAt(nextChange.at) };
}
