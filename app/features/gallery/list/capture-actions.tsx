import { Form, Link, useNavigation } from '@remix-run/react';
import { Camera, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Menu } from '#app/components/ui/menu';
import { isOpen } from '#app/domain/command';
import { isolateName } from '#app/domain/isolate-name';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { CaptureDevice, CaptureInfo } from './gallery.server';
import { KeyLine } from './gallery-now';

/** «Capture now» for each device that can do it, what is left of the month, and why there is no such device. `clock`: the account's. */
export function CaptureActions({ capture, path, token, clock }: { capture: CaptureInfo; path: string; token: string; clock: Clock }) {
  const { t } = useTranslation();
  const { quota, devices } = capture;
  const able = devices.filter(({ why }) => why === null);
  const left = quota.limit === 'unlimited' ? null : Math.max(0, quota.limit - quota.used);
  const date = clock.date(quota.resetsAt);
  return (
    <div className="g-do">
      <div className="actions dock g-actions">
        {able.length === 0 ? (
          <p className="g-unable">
            {t('gallery.no_able')} <a href="#device-status">{t('gallery.see_why')}</a>
          </p>
        ) : left === 0 ? null : (
          <CaptureButtons devices={able} token={token} />
        )}
        <ButtonLink className="only-narrow" to={`${path}/settings`}>
          <SlidersHorizontal aria-hidden className="icon" />
          {t('gallery.monitoring')}
        </ButtonLink>
        <div className="only-wide">
          <KeyLine />
        </div>
      </div>
      {left === null ? null : left === 0 ? (
        <p className="hint" data-left={0}>
          {t('gallery.used_up', { date })} <Link to="/subscription">{t('limits.see_plan')}</Link>
        </p>
      ) : (
        <p className="hint" data-left={left}>
          {t('gallery.left', { left, count: Number(quota.limit), date })}
        </p>
      )}
    </div>
  );
}

function CaptureButtons({ devices, token }: { devices: ReadonlyArray<CaptureDevice>; token: string }) {
  const { t } = useTranslation();
  const sending = useNavigation().formData;
  const isSending = sending?.get('intent') === 'capture';
  const [only] = devices;
  const waiting = devices.filter(({ request }) => request !== null && isOpen(request.state)).map(({ id }) => id);
  if (devices.length === 1 && only !== undefined) {
    return (
      <Form method="post" preventScrollReset replace>
        <FormToken token={token} />
        <input name="device" type="hidden" value={only.id} />
        <Button isBusy={isSending} kind="main" name="intent" value="capture" wide>
          <Camera aria-hidden className="icon" />
          {t('gallery.capture_now')}
        </Button>
      </Form>
    );
  }
  return (
    <Menu
      summary={
        <span className="button button-main">
          <Camera aria-hidden className="icon" />
          {t('gallery.capture_now')}
        </span>
      }
    >
      {devices.map(({ id, name }) => (
        <Form key={id} method="post" preventScrollReset replace>
          <FormToken token={token} />
          <input name="device" type="hidden" value={id} />
          <button aria-busy={waiting.includes(id) ? true : undefined} name="intent" type="submit" value="capture">
            {t('gallery.capture_device', { device: isolateName(name) })}
          </button>
        </Form>
      ))}
    </Menu>
  );
}
