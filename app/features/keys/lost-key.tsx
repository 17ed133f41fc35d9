import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/components/ui/button';
import { Card } from '#app/components/ui/card';
import { Dialog } from '#app/components/ui/dialog';
import { Note } from '#app/components/ui/note';
import { KeyForm, type SecretField } from './key-form';
import type { ReconciledKey } from './reconcile-key';

const keychain = () => import('./keychain');

/** The two options if no password unlocks the key: the recovery code, or a new key, which loses data (S15). */
export function LostKey({ settled, hasRecovery, afterwards }: { settled: ReconciledKey; hasRecovery: boolean; afterwards: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { facts, knowsSecret } = settled;
  const isSso = facts.loginScheme === 'sso';
  const secret: SecretField = isSso
    ? { name: 'secret', label: t('key.new_passphrase'), hint: t('auth.password_hint'), kind: 'password', isNew: true }
    : { name: 'secret', label: t('key.current_password'), kind: 'password' };
  // The login has just derived the password, so the parent need not type it again.
  const secrets = knowsSecret && !isSso ? [] : [secret];
  const wrong = isSso ? 'recovery_code.wrong_sso' : secrets.length === 0 ? 'recovery_code.wrong_words' : 'recovery_code.wrong';
  const loss = t(hasRecovery ? 'recovery_code.anew_loses_code' : 'recovery_code.anew_loses');
  const onReplaced = () => {
    setAsking(false);
    afterwards();
  };
  return (
    <>
      {hasRecovery ? (
        <Card title={t('recovery_code.use_title')}>
          <KeyForm
            button={t('recovery_code.use')}
            email={facts.email}
            fields={[{ name: 'words', label: t('recovery_code.words'), hint: t('recovery_code.words_hint'), kind: 'words' }, ...secrets]}
            onDone={afterwards}
            waiting={t('key.opening')}
            work={async ({ words = '', secret: text = null }) => (await keychain()).recoverKey(facts, words, text)}
            wrong={{ field: 'words', text: t(wrong) }}
          >
            <p>{t(isSso ? 'recovery_code.use_text_sso' : 'recovery_code.use_text')}</p>
          </KeyForm>
        </Card>
      ) : null}
      <Card title={t('recovery_code.anew_title')}>
        <p>{t(hasRecovery ? 'recovery_code.anew_code' : 'recovery_code.anew_no_code')}</p>
        <Note icon={<TriangleAlert aria-hidden className="icon" />} state="blocked">
          <ul className="key-losses">
            <li>{loss}</li>
            <li>{t('recovery_code.anew_devices')}</li>
            <li>{t('recovery_code.anew_rules')}</li>
          </ul>
        </Note>
        <div className="button-row">
          <Button kind="remove" onClick={() => setAsking(true)} type="button">
            {t('recovery_code.anew')}
          </Button>
        </div>
        {isAsking ? (
          <Dialog
            title={t('recovery_code.anew_question')}
            wayOut={{ label: t('recovery_code.anew_keep'), onClose: () => setAsking(false) }}
          >
            <KeyForm
              button={t('recovery_code.anew_sure')}
              buttonKind="remove-sure"
              email={facts.email}
              fields={secrets}
              onDone={onReplaced}
              waiting={t('key.making')}
              work={async ({ secret: text = null }) => (await keychain()).replaceKey(facts, text)}
              wrong={{ field: 'secret', text: t(isSso ? 'recovery_code.wrong_sso' : 'key.wrong_password') }}
            >
              <p>{loss}</p>
              <p>{t('recovery_code.anew_devices')}</p>
            </KeyForm>
          </Dialog>
        ) : null}
      </Card>
    </>
  );
}
