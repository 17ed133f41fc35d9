import type { TFunction } from 'i18next';
import { isolateName } from '~/domain/isolate-name';
import { assertNever } from '~/features/shell/frame/assert-never';
import type { Clock } from '~/features/shell/time/use-clock';
import type { AppRow } from './app-list';
import type { Behind } from './restrictions.server';
import { isUnderWay } from './sync-status';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;

/** What the rules say of an app now, and why: «Locked by Homework until 16:30.» */
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

/** What a device lacks that cannot do `what`, «Flight mode», and how that is mended (5.6). */
export function toBehindText(t: TFunction, { name, os, support }: Behind, what: string): string {
  const version = 'version' in support ? support.version : '';
  return t(`apps.support_${support.kind}`, { what, device: isolateName(name), version, system: t(`system.${os}`, { version }) });
}

/** The same in a row of a list that says above what a device lacks, and how that is mended. */
export function toShortBehindText(t: TFunction, device: Behind): string {
  if (isUnderWay(device)) return toBehindText(t, device, t('apps.what'));
  return t('apps.support_short', { device: isolateName(device.name) });
}

/** «34 min today, limit 1 h»: whole minutes that were used, never more. Null where nothing is to be said. */
export function toUseText(t: TFunction, { usedSeconds, limitSeconds }: AppRow, clock: Clock): string | null {
  const used = usedSeconds === null ? null : toSpan(t, Math.floor(usedSeconds / MINUTE_SECONDS) * MINUTE_SECONDS, clock);
  const limit = limitSeconds === null ? null : toSpan(t, limitSeconds, clock);
  if (limit === null) return used === null || usedSeconds === 0 ? null : t('apps.used', { used });
  return used === null ? t('apps.limited', { limit }) : t('apps.used_of', { used, limit });
}

/** «15 min», «1 h». */
export function toSpan(t: TFunction, seconds: number, clock: Clock): string {
  return seconds < MINUTE_SECONDS ? t('time.minutes', { value: 0 }) : clock.span(seconds * SECOND_MS);
}
