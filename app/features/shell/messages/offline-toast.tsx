import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addGate } from '#app/browser/submit-gate';
import { useOnline } from '#app/browser/use-online';
import { Toast } from '#app/components/ui/toast';

/**
 * The connection state. `tries`: number of clicks and submissions blocked since going offline. `isUnsent`: a form was blocked and no form
 * has been sent since. `forget`: resets `isUnsent`.
 */
type Connection = { isOnline: boolean; tries: number; isUnsent: boolean; forget: () => void };

/**
 * Blocks links and forms that need the server while offline, because they would end on an error page. Keeps typed text. Blocked forms are
 * not sent later. The message about them disappears when a form is submitted or `forget` is called.
 */
export function useOfflineState(): Connection {
  const isOnline = useOnline();
  const [tries, setTries] = useState(0);
  const [isUnsent, setIsUnsent] = useState(false);
  useEffect(() => {
    if (isOnline) {
      return addGate('offline', {
        onSubmit: () => {
          setIsUnsent(false);
          return false;
        },
      });
    }
    const holdBack = (event: Event) => {
      if (!needsServer(event)) return false;
      setTries((count) => count + 1);
      if (!isLink(event)) setIsUnsent(true);
      return true;
    };
    const remove = addGate('offline', { onSubmit: holdBack, onClick: holdBack });
    return () => {
      remove();
      setTries(0);
    };
  }, [isOnline]);
  return { isOnline, tries, isUnsent, forget: () => setIsUnsent(false) };
}

/**
 * Message shown while offline (4.13.6, 8.2.11). After a blocked form, it stays until a form is sent or the message is dismissed. Each
 * blocked click announces the message again.
 */
export function OfflineToast({ line, onDismiss }: { line: Connection; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { isOnline, tries, isUnsent } = line;
  const icon = <WifiOff aria-hidden className="icon" />;
  if (isOnline && !isUnsent) return null;
  if (isOnline) {
    return (
      <Toast dismiss={{ label: t('actions.dismiss'), onDismiss }} icon={icon} name="unsent" tone="bad">
        {t('error_strings.was_offline_not_sent')}
      </Toast>
    );
  }
  return (
    // A new key for each blocked click, so that screen readers announce the message again.
    <div className="offline" data-testid="offline" data-tries={tries} key={tries}>
      <Toast icon={icon} tone="bad">
        {t(isUnsent ? 'error_strings.offline_not_sent' : 'error_strings.network_offline_error')}
      </Toast>
    </div>
  );
}

/** True if this click or submission needs the server. */
function needsServer({ type, target }: Event): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLFormElement && type === 'submit') return target.method !== 'dialog';
  const control = target.closest('a[href], button, input[type=submit], input[type=image], summary, label');
  if (control instanceof HTMLAnchorElement) return /^https?:$/.test(control.protocol) && !isHere(control);
  if (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) {
    return control.form !== null && /^(submit|image)$/.test(control.type) && (control.formMethod || control.form.method) !== 'dialog';
  }
  return false;
}

function isLink({ target }: Event): boolean {
  return target instanceof Element && target.closest('a[href]') !== null;
}

/** True if the link leads to an anchor on the current page. */
function isHere({ hash, href }: HTMLAnchorElement): boolean {
  return hash !== '' && href.split('#')[0] === window.location.href.split('#')[0];
}
