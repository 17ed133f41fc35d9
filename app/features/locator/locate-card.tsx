import { Link } from '@remix-run/react';
import { Check, LocateFixed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import type { Instant } from '#app/domain/time';
import { sentenceSeparator } from '#app/features/shell/messages/wording';
import type { Clock } from '#app/features/shell/time/use-clock';
import { LocateForm, type LocateTarget } from './locate-form';
import { type LocateProgress, type LocateStep, toLocateDevice, toLocateProgress } from './locate-steps';
import type { LocatedDevice } from './located-device';
import type { Burst } from './locator.server';

/**
 * «Locate now» and what happened since, each step with its time. The headline above stays at what was reported. `here`: the page’s address,
 * for checking again without script.
 */
export function LocateCard({
  target,
  device,
  burst,
  clock,
  token,
  here,
}: {
  target: LocateTarget;
  device: Pick<LocatedDevice, 'name' | 'problem' | 'position'>;
  burst: Burst | null;
  clock: Clock;
  token: string;
  here: string;
}) {
  const { t } = useTranslation();
  const progress = burst === null ? null : toLocateProgress(burst, clock.now, toLocateDevice(device));
  const isActive = progress?.outcome === 'active';
  return (
    <div className="loc-locate" data-outcome={progress?.outcome}>
      {progress === null ? null : (
        <section aria-labelledby="locating" className="note loc-steps" data-state={isActive ? 'pending' : 'unmanaged'}>
          <div className="grow">
            <h2 id="locating">{t('locator.locating', { device: isolateName(device.name) })}</h2>
            <ol>
              {progress.steps.map((step) => (
                <Step clock={clock} key={step.key} requestedAt={burst?.requestedAt ?? null} step={step} />
              ))}
            </ol>
            <p className="hint" role="status">
              <Outcome clock={clock} isLocated={burst?.locatedAt != null} progress={progress} />
            </p>
            {isActive ? (
              <div className="flex flex-wrap items-center gap-3">
                <Link preventScrollReset replace to={here}>
                  {t('manage.check_again')}
                </Link>
                <LocateForm intent="locate-stop" isOwnPage kind="plain" targets={[target]} token={token}>
                  {t('locator.stop')}
                </LocateForm>
              </div>
            ) : null}
          </div>
        </section>
      )}
      {isActive ? null : (
        <div className="only-wide">
          <LocateForm isOwnPage kind="main" targets={[target]} token={token} wide>
            <LocateFixed aria-hidden className="icon" />
            {t('locator.locate')}
          </LocateForm>
        </div>
      )}
    </div>
  );
}

/** What the request leads to, or why it leads to nothing and what to do. */
function Outcome({ progress: { outcome, until }, isLocated, clock }: { progress: LocateProgress; isLocated: boolean; clock: Clock }) {
  const { t, i18n } = useTranslation();
  switch (outcome) {
    case 'active':
      return isLocated ? t('locator.burst_until', { time: clock.time(until) }) : t('locator.burst_hint');
    case 'location_disabled':
    case 'unmanaged_devices':
      return `${t(`locator.problem_${outcome}`)}${sentenceSeparator(i18n.language)}${t(`locator.fix_${outcome}`)}`;
    default:
      return t(`locator.burst_${outcome}`);
  }
}

/** One step: the first and the last with their time, the others with the time since the request. */
function Step({ step: { key, at }, requestedAt, clock }: { step: LocateStep; requestedAt: Instant | null; clock: Clock }) {
  const { t } = useTranslation();
  const isLater = at !== null && requestedAt !== null && (key === 'delivered' || key === 'located');
  return (
    <li data-at={at ?? undefined} data-step={key}>
      {at === null ? (
        <span aria-hidden className="ring ring-still" />
      ) : (
        <span aria-hidden className="loc-step-mark">
          <Check className="icon-small" />
        </span>
      )}
      <span className="grow">{t(at === null ? `locator.awaited_${key}` : `locator.step_${key}`)}</span>
      {at === null ? null : (
        <span className="hint">{isLater ? t('locator.later', { span: clock.span(at - requestedAt) }) : clock.seconds(at)}</span>
      )}
    </li>
  );
}
