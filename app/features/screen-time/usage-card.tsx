import { useTranslation } from 'react-i18next';
import { resolveUsageDisplay } from '~/domain/usage';
import type { ChildStatus, Usage } from '~/features/children/child-status';
import { isolateName } from '~/features/children/isolate-name';
import type { Clock } from '~/features/shell/use-clock';
import { cutAtMark, gapIn } from '~/features/shell/wording';

const MINUTE_SECONDS = 60;

/** Today's screen time: how much of it is used, whether it runs, and where (ALLOW-001 to ALLOW-013, ALLOW-027). */
export function UsageCard({ usage, status, clock }: { usage: Usage; status: ChildStatus; clock: Clock }) {
  const { t, i18n } = useTranslation();
  const { limitSeconds, usedSeconds, remainingSeconds, devicesInUse } = usage;
  const display = resolveUsageDisplay({ ...usage, why: status.why });
  // A minute that has begun is not used yet: the words never say more than was used.
  const span = (seconds: number) =>
    seconds < MINUTE_SECONDS ? t('time.minutes', { value: 0 }) : clock.span(Math.floor(seconds / MINUTE_SECONDS) * 60_000);
  const { before, marked, after } = cutAtMark(t('usage.used', { used: span(usedSeconds), limit: span(limitSeconds) }));
  const names = status.devices.filter(({ id }) => devicesInUse.includes(id)).map(({ name }) => isolateName(name));
  const inUse =
    names.length === 0
      ? t('usage.not_in_use')
      : t('usage.in_use', { devices: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names) });
  return (
    <section aria-labelledby="usage" className="card" data-display={display} data-testid="usage" data-used={usedSeconds}>
      <h2 id="usage">{t('usage.heading')}</h2>
      <p className="usage-line">
        <span>
          {before}
          <strong>{marked}</strong>
          {after}
        </span>
        <span className="hint">{t('usage.left', { left: span(remainingSeconds) })}</span>
      </p>
      <progress aria-labelledby="usage" className="bar" max={Math.max(limitSeconds, 1)} value={Math.min(usedSeconds, limitSeconds)} />
      <p className="hint">{[t(`usage.${display}`), inUse].join(gapIn(i18n.language))}</p>
    </section>
  );
}
