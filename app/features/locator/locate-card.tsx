import { Form, Link, useNavigation } from '@remix-run/react';
import { Check, LocateFixed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { isolateName } from '#app/domain/isolate-name';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import { type LocateStep, toLocateProgress } from './locate-steps';
import type { LocatedDevice } from './located-device';
import type { Burst } from './locator.server';

/**
 * «Locate now» and what happened since, each step with its time. The headline above stays at what was reported. `here`: the page’s address,
 * for checking again without script.
 */
export function LocateCard({
  device,
  burst,
  clock,
  token,
  here,
}: {
  device: LocatedDevice;
  burst: Burst | null;
  clock: Clock;
  token: string;
  here: string;
}) {
  const { t } = useTranslation();
  const isSending = useNavigation().formData?.get('intent') === 'locate';
  const progress = burst === null ? null : toLocateProgress(burst, clock.now);
  const isActive = progress?.outcome === 'active';
  return (
    <div className="loc-locate" data-outcome={progress?.outcome}>
      {progress === null ? null : (
        <section aria-labelledby="locating" className="note loc-steps" data-state={isActive ? 'pending' : 'unmanaged'}>
          <div className="grow">
            <h2 id="locating">{t('locator.locating', { device: isolateName(device.name) })}</h2>
            <ol>
              {progress.steps.map((step) => (
                <Step clock={clock} key={step.key} step={step} />
              ))}
            </ol>
            <p className="hint" role="status">
              {isActive
                ? burst?.locatedAt === null
                  ? t('locator.burst_hint')
                  : t('locator.burst_until', { time: clock.time(progress.until) })
                : t(`locator.burst_${progress.outcome}`)}
            </p>
            {isActive ? (
              <Link preventScrollReset replace to={here}>
                {t('manage.check_again')}
              </Link>
            ) : null}
          </div>
        </section>
      )}
      {isActive ? null : (
        <Form method="post" preventScrollReset replace>
          <FormToken token={token} />
          <input name="device_id" type="hidden" value={device.id} />
          <Button isBusy={isSending} kind="main" name="intent" value="locate" wide>
            <LocateFixed aria-hidden className="icon" />
            {t('locator.locate')}
          </Button>
        </Form>
      )}
    </div>
  );
}

function Step({ step: { key, at }, clock }: { step: LocateStep; clock: Clock }) {
  const { t } = useTranslation();
  return (
    <li data-at={at ?? undefined} data-step={key}>
      {at === null ? <span aria-hidden className="ring ring-still" /> : <Check aria-hidden className="icon-small" />}
      <span className="grow">{t(at === null ? `locator.awaited_${key}` : `locator.step_${key}`)}</span>
      {at === null ? null : <span className="hint">{clock.seconds(at)}</span>}
    </li>
  );
}
