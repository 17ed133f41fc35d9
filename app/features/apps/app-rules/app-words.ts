import type { TFunction } from 'i18next';
import { isolateName } from '#app/domain/isolate-name';
import { assertNever } from '#app/features/shell/frame/assert-never';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { DeviceProblem } from '../restrictions/restrictions.server';
import { isLastChangeProblem } from '../sync-status';
import type { AppRow } from './app-list';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;

/** Returns the app's current access and the reason: «Blocked by Homework until 16:30.» */
export function toAccessText(t: TFunction, { isUsable, why, until, schedule }: AppRow['access'], clock: Clock): string {
  const end = until === null ? '' : '_until';
  const gaps = { until: until === null ? '' : clock.until(until) };
  switch (why) {
    case null:
      return t('apps.now_usable');
    case 'always':
    case 'never':
    case 'limit':
      return t(`apps.now_${why}`);
    case 'device':
      return t(`apps.now_device_${isUsable ? 'allowed' : 'locked'}${end}`, gaps);
    case 'schedule':
      return t('apps.now_schedule', { ...gaps, name: isolateName(schedule ?? '') });
    default:
      return assertNever(why);
  }
}

/** Returns what the device lacks for `what` («Airplane mode») and how to fix it (5.6). */
export function toBehindText(t: TFunction, { name, os, support }: DeviceProblem, what: string): string {
  const version = 'version' in support ? support.version : '';
  return t(`apps.support_${support.kind}`, { what, device: isolateName(name), version, system: t(`system.${os}`, { version }) });
}

/** Returns the short text for a row. The note above the list says what the device lacks and how to fix it. */
export function toShortBehindText(t: TFunction, device: DeviceProblem): string {
  if (isLastChangeProblem(device)) return toBehindText(t, device, t('apps.what'));
  return t('apps.support_short', { device: isolateName(device.name) });
}

/** Returns use and limit, such as «34 min of 1 h today». Use is rounded down to minutes. Null if there is nothing to show. */
export function toUseText(t: TFunction, { usedSeconds, limitSeconds }: AppRow, clock: Clock): string | null {
  const used = usedSeconds === null ? null : toSpan(t, Math.floor(usedSeconds / MINUTE_SECONDS) * MINUTE_SECONDS, clock);
  const limit = limitSeconds === null ? null : toSpan(t, limitSeconds, clock);
  if (limit === null) return used === null || usedSeconds === 0 ? null : t('apps.used', { used });
  return used === null ? t('apps.limited', { limit }) : t('apps.used_of', { used, limit });
}

/** Returns a duration such as «15 min» or «1 h». */
export function toSpan(t: TFunction, seconds: number, clock: Clock): string {
  return seconds < MINUTE_SECONDS ? t('time.minutes', { value: 0 }) : clock.span(seconds * SECOND_MS);
}
