import { useTranslation } from 'react-i18next';
import { Sheet } from '~/components/ui/sheet';
import { Logo } from '../frame/logo';
import { OFFLINE_SCRIPT } from './offline-script';
import { ReassuranceList } from './reassurance-list';

/** No network (2.6.15). Kept by the browser and shown without anything else: no frame, for its forms would lead nowhere; plain links only. */
export function OfflinePage({ nonce }: { nonce: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="bare">
      <header className="bare-top">
        <p className="logo">
          <Logo />
          <span>Porchlight</span>
        </p>
      </header>
      <main className="bare-main" id="main">
        <Sheet
          foot={
            <a className="button button-main" data-retry href="/manage">
              {t('error.try_again')}
            </a>
          }
          text={t('offline.text')}
          title={t('offline.title')}
        >
          <ReassuranceList />
        </Sheet>
        <p className="small text-muted" data-waiting hidden>
          {t('offline.waiting')}
        </p>
      </main>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, under the page's nonce. */}
      <script dangerouslySetInnerHTML={{ __html: OFFLINE_SCRIPT }} nonce={nonce} />
    </div>
  );
}
