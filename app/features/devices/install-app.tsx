import { Form, useNavigation } from '@remix-run/react';
import { CircleAlert, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';
import { type AppInstall, type Device, installLockLeft } from '#app/domain/device';
import type { Instant } from '#app/domain/time';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { Clock } from '#app/features/shell/time/use-clock';

/**
 * Installs the child app on an Apple device (2.15.3). After a tap, the button is disabled for 45 s in every browser (4.6.6). The API
 * refuses requests for that long (S52).
 */
export function InstallApp({ device, clock, token }: { device: Device; clock: Clock; token: string }) {
  const { t } = useTranslation();
  const isLocked = useInstallLock(device, clock.now);
  return (
    <Form className="stack stack-tight" method="post" preventScrollReset replace>
      <FormToken token={token} />
      <input name="device_id" type="hidden" value={device.id} />
      <Button aria-describedby="install-hint" disabled={isLocked} name="intent" value="install-app" wide>
        <Download aria-hidden className="icon" />
        {t('device.install_app')}
      </Button>
      <p className="hint" id="install-hint">
        {t('device.install_hint')}
      </p>
      {device.install === null ? null : <LastInstall clock={clock} install={device.install} />}
    </Form>
  );
}

/** The result of the last request. A device may report a failure long after the request (DEV-069). */
function LastInstall({ install, clock }: { install: AppInstall; clock: Clock }) {
  const { t } = useTranslation();
  const time = clock.moment(install.at);
  switch (install.state) {
    case 'saved':
    case 'sent':
      return <p role="status">{t('device.install_under_way', { time })}</p>;
    case 'confirmed':
      return <p role="status">{t('device.install_done', { time })}</p>;
    case 'failed':
    case 'expired':
      return (
        <Note icon={<CircleAlert aria-hidden className="icon" />} role="status" state="blocked">
          <p>{t('error_strings.install_child_app_error')}</p>
          <p>{t(`device.install_${install.state}`, { time })}</p>
        </Note>
      );
    default:
      return null;
  }
}

/** True while this page's request is in flight, and until 45 s after the last request from any browser. */
function useInstallLock({ id, install }: Device, now: Instant): boolean {
  const { formData } = useNavigation();
  const isSending = formData?.get('intent') === 'install-app' && formData.get('device_id') === id;
  const askedAt = install?.askedAt ?? null;
  const left = installLockLeft(install, now);
  const [over, setOver] = useState<Instant | null>(null);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setOver(askedAt), left);
    return () => clearTimeout(timer);
  }, [askedAt, left]);
  return isSending || (left > 0 && over !== askedAt);
}
