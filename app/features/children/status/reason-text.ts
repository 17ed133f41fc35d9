import type { TFunction } from 'i18next';
import type { Reason } from '#app/domain/block-status';
import { assertNever } from '#app/features/shell/frame/assert-never';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { ChildStatus } from './child-status';

/** Returns the name of a schedule: the default schedule in the user's language, others as the parent typed them. */
export function toScheduleName(t: TFunction, kind: Reason['kind'], name: string | null): string {
  return kind === 'default-schedule' && (name === null || name === 'Bedtime') ? t('rules.bedtime') : (name ?? '');
}

/** Returns the name of a rule for use within a sentence; empty for a parent's override. `limitSeconds` is the limit of that day. */
export function toRuleName(t: TFunction, { kind, name }: Reason, limitSeconds: number | null): string {
  if (kind === 'allowance') return t(limitSeconds === 0 ? 'rules.no_time' : 'rules.used_up');
  return kind === 'pause' ? t('rules.pause') : toScheduleName(t, kind, name);
}

/**
 * Returns the reason without a final period: «You blocked it at 20:41», «Bedtime». `limitSeconds`: limit of that day. If it is 0, the text
 * does not say that time is used up.
 */
function toReasonPhrase(t: TFunction, why: Reason, override: ChildStatus['override'], clock: Clock, limitSeconds: number | null): string {
  switch (why.kind) {
    case 'override':
      if (override === null) return t(`reason.override_${why.effect}`);
      return t(`reason.override_${why.effect}_at`, { time: clock.moment(override.since) });
    case 'schedule':
    case 'default-schedule':
      return toScheduleName(t, why.kind, why.name);
    case 'allowance':
      return t(limitSeconds === 0 ? 'reason.no_allowance' : 'reason.allowance');
    case 'pause':
      return t('reason.pause');
    default:
      return assertNever(why.kind);
  }
}

/** Returns the reason as a full sentence: «Bedtime.»; null without a reason. `limitSeconds`: see `toReasonPhrase`. */
export function toReasonText(
  t: TFunction,
  why: Reason | null,
  override: ChildStatus['override'],
  clock: Clock,
  limitSeconds: number | null = null,
): string | null {
  return why === null ? null : t('reason.full', { what: toReasonPhrase(t, why, override, clock, limitSeconds) });
}

/** Returns one line of «Why?»: the rule and when it ends. */
export function toRuleLine(
  t: TFunction,
  reason: Reason,
  override: ChildStatus['override'],
  clock: Clock,
  limitSeconds: number | null = null,
): string {
  const what = toReasonPhrase(t, reason, override, clock, limitSeconds);
  if (reason.until === null && reason.kind === 'pause') return t('reason.line_open_pause', { what });
  return reason.until === null ? t('reason.line_open', { what }) : t('reason.line', { what, until: clock.until(reason.until) });
}
