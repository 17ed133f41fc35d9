import { useTranslation } from 'react-i18next';
import { KeyForm } from './key-form';
import type { ReconciledKey } from './reconcile-key';

const keychain = () => import('./keychain');

/** The form for the next step of the key; nothing if there is no step. `afterwards` runs when the step is done. */
export function KeyStepForm({ settled, afterwards }: { settled: ReconciledKey; afterwards: () => void }) {
  const { t } = useTranslation();
  const { facts, knowsSecret, step } = settled;
  const password = { name: 'password', label: t('auth.password'), kind: 'password' as const };
  const passphrase = { name: 'passphrase', label: t('key.passphrase'), kind: 'password' as const };
  switch (step) {
    case 'wait':
      return (
        <KeyForm
          button={t('key.make')}
          email={facts.email}
          fields={[password]}
          onDone={afterwards}
          waiting={t('key.making')}
          work={async ({ password: text = '' }) => (await keychain()).makeKey(facts, text)}
          wrong={{ field: 'password', text: t('key.wrong_password') }}
        >
          <p>{t('key.wait_text')}</p>
        </KeyForm>
      );
    case 'ask-password':
      return (
        <KeyForm
          button={t('key.open')}
          email={facts.email}
          fields={[password]}
          onDone={afterwards}
          waiting={t('key.opening')}
          work={async ({ password: text = '' }) => (await keychain()).openKey(facts, text)}
          wrong={{ field: 'password', text: t('key.wrong_password') }}
        >
          <p>{t(facts.hasPasswordError ? 'key.error_text' : 'key.closed_text')}</p>
        </KeyForm>
      );
    case 'ask-old-password': {
      const old = { ...password, name: 'old', label: t('key.old_password'), hint: t('key.old_password_hint') };
      return (
        <KeyForm
          button={t('key.open')}
          email={facts.email}
          fields={knowsSecret ? [old] : [old, { ...password, label: t('key.current_password') }]}
          onDone={afterwards}
          waiting={t('key.opening')}
          work={async ({ old: before = '', password: text = null }) => (await keychain()).relockKey(facts, before, text)}
          wrong={{ field: 'old', text: t('key.wrong_old_password') }}
        >
          <p>{t('key.flagged_text')}</p>
        </KeyForm>
      );
    }
    case 'set-passphrase':
      return (
        <KeyForm
          button={t('key.set_passphrase')}
          email={facts.email}
          fields={[{ ...passphrase, hint: t('auth.password_hint'), isNew: true }]}
          onDone={afterwards}
          waiting={t('key.making')}
          work={async ({ passphrase: text = '' }) => (await keychain()).makeKey(facts, text)}
          wrong={{ field: 'passphrase', text: t('key.wrong_passphrase') }}
        >
          <p>{t('key.set_passphrase_text')}</p>
        </KeyForm>
      );
    case 'ask-passphrase':
      return (
        <KeyForm
          button={t('key.open')}
          email={facts.email}
          fields={[passphrase]}
          onDone={afterwards}
          waiting={t('key.opening')}
          work={async ({ passphrase: text = '' }) => (await keychain()).openKey(facts, text)}
          wrong={{ field: 'passphrase', text: t('key.wrong_passphrase') }}
        >
          <p>{t('key.ask_passphrase_text')}</p>
        </KeyForm>
      );
    case 'ask-recovery':
      return <p>{t('key.reset_text')}</p>;
    default:
      return null;
  }
}
