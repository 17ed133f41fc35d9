import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '~/browser/use-online';
import { Toast } from '~/components/ui/toast';

/**
 * Stays for as long as there is no line (4.13.6, 8.2.11). What would leave the page or send something is held back meanwhile, for it would
 * end on an error page; each try is answered by the message once more. All else works, and nothing typed is lost.
 */
export function OfflineToast() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (isOnline) return;
    const holdBack = (event: Event) => {
      if (!needsLine(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTries((count) => count + 1);
    };
    window.addEventListener('click', holdBack, true);
    window.addEventListener('submit', holdBack, true);
    return () => {
      window.removeEventListener('click', holdBack, true);
      window.removeEventListener('submit', holdBack, true);
      setTries(0);
    };
  }, [isOnline]);
  if (isOnline) return null;
  return (
    // A new one for each try, so that it is announced once more.
    <div className="offline" data-testid="offline" data-tries={tries} key={tries}>
      <Toast icon={<WifiOff aria-hidden className="icon" />} tone="bad">
        {t('error_strings.network_offline_error')}
      </Toast>
    </div>
  );
}

/** Would this click or submission ask the server for something? */
function needsLine({ type, target }: Event): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLFormElement && type === 'submit') return target.method !== 'dialog';
  const control = target.closest('a[href], button, input[type=submit], input[type=image], summary, label');
  if (control instanceof HTMLAnchorElement) return /^https?:$/.test(control.protocol) && !isHere(control);
  if (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) {
    return control.form !== null && /^(submit|image)$/.test(control.type) && (control.formMethod || control.form.method) !== 'dialog';
  }
  return false;
}

/** A place in the page that is shown. */
function isHere({ hash, href }: HTMLAnchorElement): boolean {
  return hash !== '' && href.split('#')[0] === window.location.href.split('#')[0];
}
