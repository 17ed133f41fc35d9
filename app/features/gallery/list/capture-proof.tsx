import { Form } from '@remix-run/react';
import { Check, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { isolateName } from '#app/domain/isolate-name';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import { type CaptureProgress, type CaptureStep, toCaptureProgress } from './capture-steps';
import type { CaptureDevice, CaptureRequest } from './gallery.server';

/** What may have ended a request. */
const OBSTACLES = ['off', 'plan', 'key', 'unmanaged'] as const;

/** What happened since a screenshot was requested of a device, each step with its time. `capturedAt`: see `toCaptureProgress`. */
export function CaptureProof({
  device,
  request,
  capturedAt,
  childName,
  clock,
  token,
}: {
  device: CaptureDevice;
  request: CaptureRequest;
  capturedAt: number | null;
  childName: string;
  clock: Clock;
  token: string;
}) {
  const { t } = useTranslation();
  const { steps, outcome } = toCaptureProgress(request, capturedAt);
  const isRunning = outcome === 'waiting' || outcome === 'uploading';
  const obstacle = outcome === 'failed' ? OBSTACLES.find((why) => why === request.error) : undefined;
  const heading = `capture-${request.id}`;
  const current = steps.find(({ at }) => at === null);
  return (
    <section aria-labelledby={heading} className="g-capture" data-outcome={outcome}>
      <div className="receipts-head">
        <h2 id={heading}>{t('gallery.capturing', { device: isolateName(device.name) })}</h2>
        <strong>{t('gallery.done_of', { done: steps.filter(({ at }) => at !== null).length, total: 4 })}</strong>
      </div>
      <ol className="g-steps">
        {steps.map((step) => (
          <Step clock={clock} isCurrent={step === current} key={step.key} outcome={outcome} step={step} />
        ))}
      </ol>
      {isRunning ? (
        <div className="g-told">
          <Eye aria-hidden className="icon-small" />
          <span role="status">{t('gallery.child_sees', { name: isolateName(childName) })}</span>
          {outcome === 'uploading' ? null : (
            <Form method="post" preventScrollReset replace>
              <FormToken token={token} />
              <input name="command" type="hidden" value={request.id} />
              <Button kind="quiet" name="intent" value="capture-cancel">
                {t('actions.cancel')}
              </Button>
            </Form>
          )}
        </div>
      ) : (
        <p className="g-told" role="status">
          {obstacle === undefined ? t(`gallery.capture_${outcome}`) : t(`gallery.why_${obstacle}`, { name: isolateName(childName) })}
        </p>
      )}
    </section>
  );
}

function Step({
  step: { key, at },
  isCurrent,
  outcome,
  clock,
}: {
  step: CaptureStep;
  isCurrent: boolean;
  outcome: CaptureProgress['outcome'];
  clock: Clock;
}) {
  const { t } = useTranslation();
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      data-at={at ?? undefined}
      data-state={at === null ? (isCurrent ? 'pending' : 'unmanaged') : 'allowed'}
      data-step={key}
    >
      {at === null ? <span aria-hidden className={isCurrent ? 'ring' : 'ring ring-still'} /> : <Check aria-hidden className="icon-small" />}
      <span>{t(`gallery.step_${key}`)}</span>
      {at === null ? (
        <em>{isCurrent ? t(outcome === 'uploading' ? 'gallery.uploading' : 'gallery.waiting') : null}</em>
      ) : (
        <time dateTime={new Date(at).toISOString()}>{clock.seconds(at)}</time>
      )}
    </li>
  );
}
