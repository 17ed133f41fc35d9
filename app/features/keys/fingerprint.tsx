import { useTranslation } from 'react-i18next';
import { Fact } from '~/components/ui/facts';
import type { Fingerprint } from './key-page.server';
import { NoWrap } from './no-wrap';

/** What names the public key, for comparing with what a device shows (A128). */
export function FingerprintFacts({ fingerprint }: { fingerprint: Fingerprint | null }) {
  const { t } = useTranslation();
  if (fingerprint === null) return null;
  return (
    <>
      <Fact name={t('key.fingerprint')}>
        <span data-fingerprint translate="no">
          {fingerprint.words.join(' ')}
        </span>
      </Fact>
      <Fact name={<NoWrap text={t('key.fingerprint_hex')} />}>
        <code className="key-hex">{fingerprint.hex}</code>
      </Fact>
    </>
  );
}
