import { KeyRound, Lock, ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { parseEnvelope } from '#app/keys/envelope';
import type { KeyFacts } from './key.schemas';
import { KeyStepForm } from './key-steps';
import { LostKey } from './lost-key';
import { type ReconciledKey, reconcileKey } from './reconcile-key';

// Once put off, the dialog opens only by its button, until the document is left.
let isPutOff = false;

/**
 * Asks for the secret of a locked key, and offers every other way: the recovery code, and a new key. Closed, it leaves a line with a button,
 * because everything but the pictures works without the key.
 */
export function UnlockDialog() {
  const { t } = useTranslation();
  const [settled, setSettled] = useState<ReconciledKey | null>(null);
  const [isOpen, setOpen] = useState(!isPutOff);
  const settle = useCallback(() => {
    // Without a response, the line offers to try again.
    reconcileKey().then(setSettled, () => setOpen(false));
  }, []);
  useEffect(settle, [settle]);
  const line = useRef<HTMLParagraphElement>(null);
  const wasPutOff = useRef(false);
  useEffect(() => {
    // Nothing opened the dialog, so the button that does now takes the focus.
    if (!isOpen && wasPutOff.current) line.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isOpen]);
  // Without a key there are no screenshots to unlock; the first one is created at the next login.
  if (settled !== null && (settled.held === 'opened' || settled.facts.stored === null)) return null;
  const putOff = () => {
    isPutOff = true;
    wasPutOff.current = true;
    setOpen(false);
  };
  const open = () => {
    if (settled === null) settle();
    setOpen(true);
  };
  return (
    <>
      <p className="key-locked" ref={line}>
        <Lock aria-hidden className="icon" />
        <span>{t('guard.locked_here')}</span>
        <Button kind="soft" onClick={open} type="button">
          <KeyRound aria-hidden className="icon" />
          {t('key.open')}
        </Button>
      </p>
      {isOpen && settled !== null ? (
        <Dialog title={t('guard.gallery_title')} wayOut={{ label: t('guard.not_now'), onClose: putOff }}>
          <div className="stack" data-guard="gallery" data-step={settled.step}>
            <KeyStepForm afterwards={settle} settled={settled} />
            <p className="key-note">
              <ShieldCheck aria-hidden className="icon-small" />
              {t('guard.gallery_note')}
            </p>
            <OtherWays afterwards={settle} settled={settled} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

/** The recovery code and a new key. Open at once if no password can unlock the key. */
function OtherWays({ settled, afterwards }: { settled: ReconciledKey; afterwards: () => void }) {
  const { t } = useTranslation();
  const lost = <LostKey afterwards={afterwards} hasRecovery={hasRecovery(settled.facts)} settled={settled} />;
  if (settled.step === 'ask-recovery') return lost;
  return (
    <details className="key-lost">
      <summary>{t('guard.other_ways')}</summary>
      <div className="stack">{lost}</div>
    </details>
  );
}

function hasRecovery({ stored }: KeyFacts): boolean {
  try {
    return stored !== null && parseEnvelope(stored.encPriv).copies.some(({ kind }) => kind === 'recovery');
  } catch {
    return false;
  }
}
