import type { TFunction } from 'i18next';
import type { Reason } from '~/domain/block-status';
import { assertNever } from '~/features/shell/frame/assert-never';
import type { Clock } from '~/features/shell/time/use-clock';
import type { ChildStatus } from './child-status';

/** A schedule's name: the ready-made one in the reader's language, a parent's own as it was typed. */
export function toScheduleName(t: TFunction, kind: Reason['kind'], name: string | null): string {
  return kind === 'default-schedule' && (name === null || name === 'Bedtime') ? t('rules.bedtime') : (name ?? '');
}

/** What a rule is called within a sentence; the parent's own word has no name. `limitSeconds` is that of the day it is about. */
export function toRuleName(t: TFunction, { kind, name }: Reason, limitSeconds: number | null): string {
  if (kind === 'allowance') return t(limitSeconds === 0 ? 'rules.no_time' : 'rules.used_up');
  return kind === 'pause' ? t('rules.pause') : toScheduleName(t, kind, name);
}

/** The reason without a final period: «You blocked it at 20:41», «Bedtime». `limitSeconds` is the day's; at 0 nothing is used up. */
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

/** The reason as a sentence of its own: «Bedtime.»; null without a reason. `limitSeconds` as above. */
export function toReasonText(
  t: TFunction,
  why: Reason | null,
  override: ChildStatus['override'],
  clock: Clock,
  limitSeconds: number | null = null,
): string | null {
  return why === null ? null : t('reason.full', { what: toReasonPhrase(t, why, override, clock, limitSeconds) });
}

/** One line of «Why?»: the rule and how long it lasts. */
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
