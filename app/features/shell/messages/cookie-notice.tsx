import { useLocation } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savePreference } from '#app/browser/save-preference';
import { useRootFacts } from '../frame/root-facts';

const ACTION = '/resources/cookie-notice';

/** Lists the cookies until the user accepts the notice (2.17.1). The notice is placed above the page, so that it hides nothing. */
export function CookieNotice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // Cookie names as the browser lists them (A30).
  const prefix = useRootFacts()?.publicUrl.startsWith('http:') ? '' : '__Host-';
  const [isAccepted, setAccepted] = useState(false);
  if (isAccepted) return null;
  return (
    <section aria-label={t('cookies.title')} className="cookie-notice">
      <div>
        <p>{t('cookies.text')}</p>
        <details>
          <summary>{t('cookies.which')}</summary>
          <ul>
            <li>
              <code>{prefix}session</code> {t('cookies.session')}
            </li>
            <li>
              <code>{prefix}flow</code> {t('cookies.flow')}
            </li>
            <li>
              <code>{prefix}toast</code> <code>toast_shown</code> {t('cookies.toast')}
            </li>
            <li>
              <code>{prefix}known</code> {t('cookies.known')}
            </li>
            <li>
              <code>{prefix}forgot</code> {t('cookies.forgot')}
            </li>
            <li>
              <code>{prefix}sso</code> <code>{prefix}sso_signup</code> {t('cookies.sso')}
            </li>
            <li>
              <code>lng</code> <code>theme</code> <code>menu</code> <code>cookieNoticeAccepted</code> <code>{prefix}endpoint</code>{' '}
              {t('cookies.choices')}
            </li>
          </ul>
        </details>
      </div>
      <form
        action={ACTION}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setAccepted(true);
          savePreference(ACTION, {});
        }}
      >
        <input name="path" type="hidden" value={pathname + search} />
        <button className="button button-soft" type="submit">
          {t('cookies.accept')}
        </button>
      </form>
    </section>
  );
}
