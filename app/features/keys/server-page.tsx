import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/components/ui/card';
import { Fact, Facts } from '#app/components/ui/facts';
import { FingerprintFacts } from './fingerprint';
import type { loadKeyPage } from './key-page.server';
import { NoWrap } from './no-wrap';

type Page = Awaited<ReturnType<typeof loadKeyPage>>;

/** Shows everything that the server stores about the key, and explains what the server cannot do with it (3.1.1). */
export function ServerPage({ page }: { page: Page }) {
  const { t } = useTranslation();
  const { facts, fingerprint, copies } = page;
  const { stored } = facts;
  return (
    <div className="narrow stack key-facts">
      <section className="card stack">
        <div className="stack stack-tight">
          <h1>{t('key_server.title')}</h1>
          <p className="text-muted">{t('key_server.lead')}</p>
        </div>
        <ul className="key-losses">
          <li>{t('key_server.cannot_open')}</li>
          <li>{t('key_server.cannot_see')}</li>
          <li>{t('key_server.cannot_restore')}</li>
          <li>{t('key_server.can_delete')}</li>
          <li>{t('key_server.can_guess')}</li>
          <li>{t('key_server.must_trust')}</li>
        </ul>
      </section>
      {stored === null ? (
        <section className="card">
          <p>{t('key_server.nothing')}</p>
        </section>
      ) : (
        <>
          <Card title={t('key_server.copies')}>
            {copies === null ? (
              <p>{t('key.unreadable')}</p>
            ) : (
              copies.map(({ kind, kdf, bytes }) => (
                <div className="stack stack-tight" data-copy={kind} key={kind}>
                  <h3>{t(`key_server.copy_${kind}`)}</h3>
                  <Facts>
                    <Fact name={t('key_server.derivation')}>
                      <span translate="no">
                        <NoWrap text={kdf} />
                      </span>
                    </Fact>
                    <Fact name={t('key_server.cipher')}>
                      <span translate="no">
                        <NoWrap text="AES-256-GCM" />
                      </span>
                    </Fact>
                    <Fact name={t('key_server.size')}>{t('key_server.bytes', { size: bytes })}</Fact>
                  </Facts>
                </div>
              ))
            )}
          </Card>
          <Card title={t('key_server.besides')}>
            <p>{t('key_server.besides_lead')}</p>
            <ul className="key-losses">
              <li>{t('key_server.besides_address')}</li>
              <li>{t('key_server.besides_change')}</li>
              <li>{t('key_server.besides_anew')}</li>
            </ul>
          </Card>
          <Card title={t('key_server.raw')}>
            <Raw name="enc_priv" text={stored.encPriv} label={t('key_server.enc_priv')} />
            <Raw name="key" text={stored.key} label={t('key_server.public_key')} />
            <Facts>
              <Fact name={<NoWrap text={t('key_server.key_id')} />}>
                <code className="key-hex">{stored.keyId}</code>
              </Fact>
              <FingerprintFacts fingerprint={fingerprint} />
            </Facts>
          </Card>
        </>
      )}
      <p>
        <Link to="/account/key">{t('key.title')}</Link>
      </p>
    </div>
  );
}

function Raw({ name, label, text }: { name: string; label: string; text: string }) {
  return (
    <div className="stack stack-tight">
      <p id={`${name}-label`}>{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section aria-labelledby={`${name}-label`} className="key-raw" data-raw={name} tabIndex={0} translate="no">
        {text}
      </section>
    </div>
  );
}
