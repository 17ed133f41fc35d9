import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card';
import { Fact, Facts } from '#app/components/ui/facts';
import { LoadingMessage } from '#app/components/ui/loading';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { toasts } from '#app/features/shell/messages/toasts';
import { FingerprintFacts } from './fingerprint';
import { KeyForm } from './key-form';
import type { loadKeyPage } from './key-page.server';
import { KeyStepForm } from './key-steps';
import { LostKey } from './lost-key';
import type { ReconciledKey } from './reconcile-key';
import { RecoveryCard } from './recovery-card';
import { type KeyLook, useReconciledKey } from './use-reconciled-key';
import { useStageFocus } from './use-stage-focus';

type Page = Awaited<ReturnType<typeof loadKeyPage>>;

/** The account key: state, fingerprint, whether it is unlocked in this browser, and the actions for it. */
export function KeyPage({ page }: { page: Page }) {
  const { t } = useTranslation();
  const { facts, fingerprint, copies } = page;
  const isHydrated = useHydrated();
  const { look, again } = useReconciledKey(`${facts.keyState} ${facts.stored?.keyId} ${facts.stored?.encPriv.length}`);
  const settled = look.kind === 'settled' ? look.settled : null;
  const heading = useStageFocus<HTMLHeadingElement>(settled?.step ?? null);
  return (
    <div className="narrow stack key-facts">
      <section className="card stack" data-key-state={facts.keyState}>
        <div className="stack stack-tight">
          <h1 ref={heading} tabIndex={-1}>
            {t('key.title')}
          </h1>
          <p className="text-muted">{t('key.lead')}</p>
        </div>
        <Facts>
          <Fact name={t('key.state')}>{t(`key.state_${facts.keyState}`)}</Fact>
          {isHydrated ? (
            <Fact name={t('key.here')}>
              <Here look={look} />
            </Fact>
          ) : null}
          <FingerprintFacts fingerprint={fingerprint} />
        </Facts>
        <noscript>
          <p className="note">{t('key.needs_script')}</p>
        </noscript>
        {settled === null ? null : <KeyStepForm afterwards={again} settled={settled} />}
      </section>
      {settled === null ? null : (
        <Further afterwards={again} hasRecovery={copies?.some(({ kind }) => kind === 'recovery') ?? false} settled={settled} />
      )}
      <p>
        <Link to="/account/key/server">{t('key_server.title')}</Link>
      </p>
    </div>
  );
}

function Here({ look }: { look: KeyLook }) {
  const { t } = useTranslation();
  switch (look.kind) {
    case 'looking':
      return <LoadingMessage label={t('key.looking')} />;
    case 'unknown':
      return t('key.here_unknown');
    case 'settled': {
      const isOpen = look.settled.held === 'opened';
      return <span data-key-open={isOpen}>{t(isOpen ? 'key.here_open' : 'key.here_closed')}</span>;
    }
  }
}

/** Actions other than the current step. A working key can get a recovery code and passphrase. A lost key can be recovered or replaced. */
function Further({ settled, hasRecovery, afterwards }: { settled: ReconciledKey; hasRecovery: boolean; afterwards: () => void }) {
  const { t } = useTranslation();
  const { facts, step } = settled;
  const common = { afterwards, hasRecovery };
  if (step === 'ask-recovery') return <LostKey settled={settled} {...common} />;
  if (step === 'ask-old-password' || step === 'ask-passphrase') {
    return (
      <details className="key-lost">
        <summary>{t(step === 'ask-passphrase' ? 'key.forgot_passphrase' : 'key.forgot_old')}</summary>
        <div className="stack">
          <LostKey settled={settled} {...common} />
        </div>
      </details>
    );
  }
  if (facts.keyState !== 'ok') return step === 'done' ? <RecoveryCard facts={facts} {...common} /> : null;
  return (
    <>
      <RecoveryCard facts={facts} {...common} />
      {facts.loginScheme === 'sso' ? <PassphraseCard afterwards={afterwards} settled={settled} /> : null}
    </>
  );
}

function PassphraseCard({ settled, afterwards }: { settled: ReconciledKey; afterwards: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLSpanElement>(null);
  const onDone = () => {
    toasts.show({ id: `passphrase-${Date.now()}`, tone: 'good', stay: 'short', text: t('key.passphrase_changed') });
    heading.current?.focus();
    afterwards();
  };
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          {t('key.change_passphrase')}
        </span>
      }
    >
      <KeyForm
        button={t('key.change_passphrase')}
        buttonKind="plain"
        email={settled.facts.email}
        fields={[
          { name: 'current', label: t('key.current_passphrase'), kind: 'password' },
          { name: 'next', label: t('key.new_passphrase'), hint: t('auth.password_hint'), kind: 'password', isNew: true },
        ]}
        onDone={onDone}
        waiting={t('key.opening')}
        work={async ({ current = '', next = '' }) => (await import('./keychain')).changePassphrase(settled.facts, current, next)}
        wrong={{ field: 'current', text: t('key.wrong_passphrase') }}
      />
    </Card>
  );
}
