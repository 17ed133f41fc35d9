import { useTranslation } from 'react-i18next';
import { useBrowserTimeZone } from '#app/features/shell/time/browser-time-zone';
import type { ProviderName } from './provider-name';

/**
 * Links to log in with a provider. They are not forms, because the `form-action` policy allows forms to post only to our own pages (A85).
 */
export function SsoLinks({ types }: { types: Array<ProviderName> }) {
  const { t } = useTranslation();
  const zone = useBrowserTimeZone();
  // The provider does not return the time zone, so the init page must receive it.
  const query = zone === '' ? '' : `?${new URLSearchParams({ time_zone: zone })}`;
  if (types.length === 0) return null;
  return (
    <nav aria-label={t('sso.ways')} className="sso-ways">
      <p aria-hidden className="sso-or">
        {t('sso.or')}
      </p>
      {types.map((type) => (
        <a className="button button-plain w-full" href={`/${type}-sso-init${query}`} key={type} rel="nofollow">
          {t(type === 'google' ? 'sso.with_google' : 'sso.with_apple')}
        </a>
      ))}
    </nav>
  );
}
