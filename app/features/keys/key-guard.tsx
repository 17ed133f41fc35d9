import { Link, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '~/components/ui/dialog';
import { KeyStepForm } from './key-steps';
import { type ReconciledKey, reconcileKey } from './reconcile-key';

const PAGE = '/account/key';
const PUT_OFF = 'key-put-off';

/**
 * The guard for a key that does not open (A50, A51): asks for the password, the old one or the recovery code. It can be put off until the
 * tab is closed, for nobody may be kept from blocking or allowing by a key for pictures; the page about the key asks by itself.
 */
export function KeyGuard() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [settled, setSettled] = useState<ReconciledKey | null>(null);
  useEffect(() => {
    // Without an answer nothing is asked; the next page looks again.
    reconcileKey().then(setSettled, () => {});
  }, []);
  if (settled === null || !settled.asks || pathname.startsWith(PAGE) || isPutOff(settled.facts.accountId)) return null;
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
    // It is asked again with the next document.
  }
}
