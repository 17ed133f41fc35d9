import { useTranslation } from 'react-i18next';
import { Fact } from '#app/components/ui/facts';
import type { Fingerprint } from './key-page.server';
import { NoWrap } from './no-wrap';

/** The public key's fingerprint, to compare with the one shown on a device (A128). */
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
