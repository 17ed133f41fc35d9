import { Form, useNavigation } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/components/ui/button';
import { INSTALL_LOCK_MS } from '~/domain/command';
import type { Device } from '~/domain/device';
import type { DeviceId } from '~/domain/ids';
import type { Instant } from '~/domain/time';
import { FormToken } from '~/features/shell/form-token';

// Outlives the window that the button stands in, which closes for the word that it worked.
const tapped = new Map<DeviceId, Instant>();

/** Puts the child's app on an Apple device (2.15.3). The button rests for 45 s after a tap (4.6.6); the API refuses as long (S52). */
export function InstallApp({ device, token }: { device: Device; token: string }) {
  const { t } = useTranslation();
  const isLocked = useInstallLock(device.id);
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
    </Form>
  );
}

/** Is it less than 45 s since the last tap in this tab? From the moment the form is on its way. */
function useInstallLock(id: DeviceId): boolean {
  const { formData } = useNavigation();
  const isSending = formData?.get('intent') === 'install-app' && formData.get('device_id') === id;
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (isSending) tapped.set(id, Date.now());
    const end = (tapped.get(id) ?? Number.NEGATIVE_INFINITY) + INSTALL_LOCK_MS;
    const left = end - Date.now();
    if (left <= 0) return;
    setUntil(end);
    const timer = setTimeout(() => setUntil(0), left);
    return () => clearTimeout(timer);
  }, [id, isSending]);
  return until > 0;
}
