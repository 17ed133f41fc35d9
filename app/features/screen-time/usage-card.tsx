import { Link } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isolateName } from '~/domain/isolate-name';
import { resolveUsageDisplay, type UsageDisplay } from '~/domain/usage';
import type { ChildStatus, DeviceStatus, Usage } from '~/features/children/child-status';
import { sentenceGap, splitAtMark } from '~/features/shell/messages/wording';
import type { Clock } from '~/features/shell/time/use-clock';
import { toUsageMinutes } from './usage-minutes';

/** What devices in use told is said to be of now for so long: they tell it every minute while somebody looks. */
const FRESH_MS = 90_000;

/** Whole minutes in words, none of them as well. */
export function toUsageSpan(t: TFunction, clock: Clock, minutes: number): string {
  return minutes === 0 ? t('time.minutes', { value: 0 }) : clock.span(minutes * 60_000);
}

/** Today's screen time: how much of it is used, whether it runs, and where (ALLOW-001 to ALLOW-013, ALLOW-027). */
export function UsageCard({
  usage,
  status,
  clock,
  changePath = null,
}: {
  usage: Usage;
  status: ChildStatus;
  clock: Clock;
  /** Where it is set; null on that page itself. */
  changePath?: string | null;
}) {
  const { t, i18n } = useTranslation();
  const { limitSeconds, usedSeconds, devicesInUse, asOf } = usage;
  const display = resolveUsageDisplay({ ...usage, why: status.why });
  const span = (minutes: number) => toUsageSpan(t, clock, minutes);
  const minutes = toUsageMinutes(usage);
  const { before, marked, after } = splitAtMark(t('usage.used', { used: span(minutes.used), limit: span(minutes.limit) }));
  const inUse = status.devices.filter(({ id }) => devicesInUse.includes(id));
  const names = inUse.map(({ name }) => isolateName(name));
  const where =
    names.length === 0
      ? t('usage.not_in_use')
      : t('usage.in_use', { devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) });
  // Of nothing nothing is used up.
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
      <p className="hint">{words.join(sentenceGap(i18n.language))}</p>
      {asOf === null || clock.now - asOf < FRESH_MS ? null : <p className="hint">{t('manage.as_of', { time: clock.time(asOf) })}</p>}
    </section>
  );
}

/** What happens to the time, as far as devices have said so; nothing where «in use» says all. */
function toDisplayTexts(t: TFunction, display: UsageDisplay, { why, view }: ChildStatus, inUse: Array<DeviceStatus>): Array<string> {
  const isInUse = inUse.length > 0;
  const isGranted = why?.effect === 'grant';
  // A block that a device has not confirmed, or could not put into effect, stops no count there; nor does a grant it has not heard of.
  const isClaimed = display === 'blocked' ? isInUse || view === 'pending' : isGranted && inUse.some((device) => device.view === 'pending');
  if (isClaimed || display === 'playing') return isInUse ? [t('usage.playing')] : [];
  if (!isGranted) return [t(`usage.${display}`)];
  return [...(display === 'expired' ? [t('usage.expired')] : []), t('usage.granted')];
}
