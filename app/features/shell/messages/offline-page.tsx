import { useTranslation } from 'react-i18next';
import { MessagePage } from '#app/components/ui/message-page';
import { Logo } from '../frame/logo';
import { OFFLINE_SCRIPT } from './offline-script';
import { ReassuranceList } from './reassurance-list';

/** Page shown without a network (2.6.15). The browser caches this page. It has plain links and no frame, because forms would not work. */
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
        <MessagePage
          foot={
            <a className="button button-main" data-retry href="/manage">
              {t('error.try_again')}
            </a>
          }
          text={t('offline.text')}
          title={t('offline.title')}
        >
          <ReassuranceList />
        </MessagePage>
        <p className="small text-muted" data-waiting hidden>
          {t('offline.waiting')}
        </p>
      </main>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script with the page's nonce. */}
      <script dangerouslySetInnerHTML={{ __html: OFFLINE_SCRIPT }} nonce={nonce} />
    </div>
  );
}
