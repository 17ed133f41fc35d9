import { Link } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { resolveUsageDisplay } from '~/domain/usage';
import type { ChildStatus, Usage } from '~/features/children/child-status';
import { isolateName } from '~/features/children/isolate-name';
import type { Clock } from '~/features/shell/use-clock';
import { cutAtMark, gapIn } from '~/features/shell/wording';

const MINUTE_SECONDS = 60;

/** A minute that has begun is not used yet, and not left any more: the words never say more than there is. */
export function toUsageSpan(t: TFunction, clock: Clock, seconds: number): string {
  return seconds < MINUTE_SECONDS ? t('time.minutes', { value: 0 }) : clock.span(Math.floor(seconds / MINUTE_SECONDS) * 60_000);
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
  const { limitSeconds, usedSeconds, remainingSeconds, devicesInUse } = usage;
  const display = resolveUsageDisplay({ ...usage, why: status.why });
  const span = (seconds: number) => toUsageSpan(t, clock, seconds);
  const { before, marked, after } = cutAtMark(t('usage.used', { used: span(usedSeconds), limit: span(limitSeconds) }));
  const names = status.devices.filter(({ id }) => devicesInUse.includes(id)).map(({ name }) => isolateName(name));
  const inUse =
    names.length === 0
      ? t('usage.not_in_use')
      : t('usage.in_use', { devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) });
  return (
    <section aria-labelledby="usage" className="card" data-display={display} data-testid="usage" data-used={usedSeconds}>
      <div className="usage-head">
        <h2 id="usage">{t('usage.heading')}</h2>
        {changePath === null ? null : <Link to={changePath}>{t('usage.change')}</Link>}
      </div>
      <p className="usage-line">
        <span>
          {before}
          <strong>{marked}</strong>
          {after}
        </span>
        <span className="hint">{t('usage.left', { left: span(remainingSeconds) })}</span>
      </p>
      <progress aria-labelledby="usage" className="bar" max={Math.max(limitSeconds, 1)} value={Math.min(usedSeconds, limitSeconds)} />
      {usage.byDevice.length === 0 ? null : (
        <ul className="usage-devices" data-testid="usage-devices">
          {usage.byDevice.map(({ deviceId, seconds }) => (
            <li key={deviceId}>
              <span>{isolateName(status.devices.find(({ id }) => id === deviceId)?.name ?? t('usage.other_device'))}</span>
              <span>{span(seconds)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{[t(`usage.${display}`), inUse].join(gapIn(i18n.language))}</p>
    </section>
  );
}
