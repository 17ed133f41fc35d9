import { Link } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { resolveUsageDisplay, type UsageDisplay } from '#app/domain/usage';
import type { ChildStatus, DeviceStatus, Usage } from '#app/features/children/status/child-status';
import { sentenceSeparator, splitAtTag } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { toUsageMinutes } from './usage-minutes';

/** Maximum age of a usage report that is shown without its time, in ms. Devices in use report every minute while a parent is watching. */
const FRESH_MS = 90_000;

/** Returns whole minutes as text, including 0 minutes. */
export function toUsageSpan(t: TFunction, clock: Clock, minutes: number): string {
  return minutes === 0 ? t('time.minutes', { value: 0 }) : clock.span(minutes * 60_000);
}

/** Card for today's screen time: how much is used, whether time is counting, and on which devices (ALLOW-001 to ALLOW-013, ALLOW-027). */
export function UsageCard({
  usage,
  status,
  clock,
  changePath = null,
}: {
  usage: Usage;
  status: ChildStatus;
  clock: Clock;
  /** Path of the page with the daily limit; null on that page. */
  changePath?: string | null;
}) {
  const { t, i18n } = useTranslation();
  const { limitSeconds, usedSeconds, devicesInUse, asOf } = usage;
  const display = resolveUsageDisplay({ ...usage, why: status.why });
  const span = (minutes: number) => toUsageSpan(t, clock, minutes);
  const minutes = toUsageMinutes(usage);
  const { before, marked, after } = splitAtTag(t('usage.used', { used: span(minutes.used), limit: span(minutes.limit) }));
  const inUse = status.devices.filter(({ id }) => devicesInUse.includes(id));
  const names = inUse.map(({ name }) => isolateName(name));
  const where =
    names.length === 0
      ? t('usage.not_in_use')
      : t('usage.in_use', { devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) });
  // A limit of 0 with no time used is not shown as used up.
  const isNone = limitSeconds === 0 && usedSeconds === 0;
  const words = isNone && status.why?.kind === 'allowance' ? [where] : [...toDisplayTexts(t, display, status, inUse), where];
  return (
    <section aria-labelledby="usage" className="card" data-display={display} data-testid="usage" data-used={usedSeconds}>
      <div className="usage-head">
        <h2 id="usage">{t('usage.heading')}</h2>
        {changePath === null ? null : <Link to={changePath}>{t('usage.change')}</Link>}
      </div>
      <p className="usage-line">
        {isNone ? (
          <strong>{t('reason.full', { what: t('reason.no_allowance') })}</strong>
        ) : (
          <>
            <span>
              {before}
              <strong>{marked}</strong>
              {after}
            </span>
            <span className="hint">{t('usage.left', { left: span(minutes.left) })}</span>
          </>
        )}
      </p>
      <progress aria-labelledby="usage" className="bar" max={Math.max(limitSeconds, 1)} value={Math.min(usedSeconds, limitSeconds)} />
      {usage.byDevice.length === 0 ? null : (
        <ul className="usage-devices" data-testid="usage-devices">
          {usage.byDevice.map(({ deviceId }, index) => (
            <li key={deviceId}>
              <span>{isolateName(status.devices.find(({ id }) => id === deviceId)?.name ?? t('usage.other_device'))}</span>
              <span>{span(minutes.byDevice[index] ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{words.join(sentenceSeparator(i18n.language))}</p>
      {asOf === null || clock.now - asOf < FRESH_MS ? null : <p className="hint">{t('manage.as_of', { time: clock.time(asOf) })}</p>}
    </section>
  );
}

/** Returns sentences about whether time is counting, as far as devices have confirmed. Empty if the «In use» text is enough. */
function toDisplayTexts(t: TFunction, display: UsageDisplay, { why, view }: ChildStatus, inUse: Array<DeviceStatus>): Array<string> {
  const isInUse = inUse.length > 0;
  const isGranted = why?.effect === 'grant';
  // Time keeps counting on a device that has not confirmed the block or allow override, or could not apply it.
  const isClaimed = display === 'blocked' ? isInUse || view === 'pending' : isGranted && inUse.some((device) => device.view === 'pending');
  if (isClaimed || display === 'playing') return isInUse ? [t('usage.playing')] : [];
  if (!isGranted) return [t(`usage.${display}`)];
  return [...(display === 'expired' ? [t('usage.expired')] : []), t('usage.granted')];
}
