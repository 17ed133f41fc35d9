import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Note } from '#app/components/ui/note';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { toasts } from '#app/features/shell/messages/toasts';
import type { KeyFacts } from './key.schemas';
import { KeyForm } from './key-form';
import type { RecoveryDraft } from './keychain';
import { RecoverySheet } from './recovery-sheet';
import { useStageFocus } from './use-stage-focus';

/** `outdated`: the password or passphrase changed while the words were shown, so the parent must enter it again. */
type Stage = { kind: 'rest' | 'asking' | 'outdated' } | { kind: 'words'; draft: RecoveryDraft };

/** Shows whether there is a recovery code, and creates or replaces it (A129). */
export function RecoveryCard({ facts, hasRecovery, afterwards }: { facts: KeyFacts; hasRecovery: boolean; afterwards: () => void }) {
  const { t } = useTranslation();
  const [stage, setStage] = useState<Stage>({ kind: 'rest' });
  const heading = useStageFocus<HTMLSpanElement>(stage.kind);
  const go = (kind: 'rest' | 'asking' | 'outdated') => () => setStage({ kind });
  const end = (kind: 'rest' | 'outdated') => {
    setStage({ kind });
    if (kind === 'rest') toasts.show({ id: `recovery-${Date.now()}`, tone: 'good', stay: 'short', text: t('recovery_code.in_force') });
    afterwards();
  };
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          {t('recovery_code.title')}
        </span>
      }
    >
      {stage.kind === 'words' ? (
        <RecoverySheet
          draft={stage.draft}
          email={facts.email}
          onDone={() => end('rest')}
          onLeave={go('rest')}
          onOutdated={() => end('outdated')}
        />
      ) : (
        <>
          <State hasRecovery={hasRecovery} isSso={facts.loginScheme === 'sso'} />
          {stage.kind === 'rest' ? (
            <div className="button-row">
              <Button kind={hasRecovery ? 'plain' : 'main'} onClick={go('asking')} type="button">
                {t(hasRecovery ? 'recovery_code.replace' : 'recovery_code.make')}
              </Button>
            </div>
          ) : (
            <AskSecret
              facts={facts}
              hasRecovery={hasRecovery}
              isOutdated={stage.kind === 'outdated'}
              onCancel={go('rest')}
              onDraft={(draft) => setStage({ kind: 'words', draft })}
            />
          )}
        </>
      )}
    </Card>
  );
}

function State({ hasRecovery, isSso }: { hasRecovery: boolean; isSso: boolean }) {
  const { t } = useTranslation();
  const Icon = hasRecovery ? ShieldCheck : TriangleAlert;
  return (
    <>
      <Note icon={<Icon aria-hidden className="icon" />} state={hasRecovery ? 'allowed' : 'paused'}>
        <p data-recovery={hasRecovery ? 'yes' : 'no'}>
          {t(hasRecovery ? 'recovery_code.have' : isSso ? 'recovery_code.have_not_sso' : 'recovery_code.have_not')}
        </p>
      </Note>
      <p className="text-muted">{t('recovery_code.lead')}</p>
    </>
  );
}

function AskSecret({
  facts,
  hasRecovery,
  isOutdated,
  onCancel,
  onDraft,
}: {
  facts: KeyFacts;
  hasRecovery: boolean;
  isOutdated: boolean;
  onCancel: () => void;
  onDraft: (draft: RecoveryDraft) => void;
}) {
  const { t } = useTranslation();
  const isSso = facts.loginScheme === 'sso';
  const outdated = isSso ? 'recovery_code.outdated_sso' : 'recovery_code.outdated';
  return (
    <>
      <FormMessageBox notice={isOutdated ? { key: outdated, params: {}, link: null } : null} />
      <KeyForm
        button={t('recovery_code.show')}
        email={facts.email}
        fields={[{ name: 'secret', label: t(isSso ? 'key.passphrase' : 'auth.password'), kind: 'password' }]}
        onCancel={onCancel}
        onDone={() => {}}
        waiting={t('recovery_code.making')}
        work={async ({ secret: text = '' }) => (await import('./keychain')).draftRecovery(facts, text, onDraft)}
        wrong={{ field: 'secret', text: t(isSso ? 'key.wrong_passphrase' : 'key.wrong_password') }}
      >
        {hasRecovery ? <p>{t('recovery_code.replaces')}</p> : null}
      </KeyForm>
    </>
  );
}
