import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#app/components/ui/dialog';
import { KeyStepForm } from './key-steps';
import { type ReconciledKey, reconcileKey } from './reconcile-key';

const PAGE = '/account/key';
/** Pages with their own prompt: those of the key, and those with screenshots (unlock-gate.tsx). */
const HAS_PROMPT = /^\/account\/key(?:\/|$)|^\/gallery\/[^/]+(?:\/(?!settings$)[^/]+)?$/;
const PUT_OFF = 'key-put-off';

/**
 * Dialog for a key that is still locked (A50, A51). Asks for the current password, the old one or the recovery code. Once dismissed, it
 * stays hidden until the tab is closed, because a locked key must not block changes of rules. Not shown on the key's page, which has its
 * own prompt.
 */
export function KeyGuard() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [settled, setSettled] = useState<ReconciledKey | null>(null);
  useEffect(() => {
    // If the server does not answer, no dialog is shown. The next page tries again.
    reconcileKey().then(setSettled, () => {});
  }, []);
  if (settled === null || !settled.asks || HAS_PROMPT.test(pathname) || isPutOff(settled.facts.accountId)) return null;
  const close = () => setSettled(null);
  const putOff = () => {
    rememberPutOff(settled.facts.accountId);
    close();
  };
  const isLost = settled.step === 'ask-recovery';
  return (
    <Dialog
      isBlocking
      title={t(isLost ? 'guard.recovery_title' : 'guard.password_title')}
      wayOut={{ label: t('guard.not_now'), onClose: putOff }}
    >
      <div className="stack" data-guard="password" data-step={settled.step}>
        <KeyStepForm afterwards={close} settled={settled} />
        <Link onClick={putOff} to={PAGE}>
          {t(isLost ? 'guard.to_key' : 'guard.other_ways')}
        </Link>
      </div>
    </Dialog>
  );
}

function isPutOff(accountId: string): boolean {
  try {
    return sessionStorage.getItem(PUT_OFF) === accountId;
  } catch {
    return false;
  }
}

function rememberPutOff(accountId: string): void {
  try {
    sessionStorage.setItem(PUT_OFF, accountId);
  } catch {
    // Without storage, the dialog shows again after the next document load.
  }
}
