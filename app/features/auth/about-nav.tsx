import { useTranslation } from 'react-i18next';
import type { ExternalLinks } from '#app/server/external-links.server';

export type AboutLinks = Pick<ExternalLinks, 'privacy' | 'childrensPrivacy' | 'terms'>;

/** Links to pages about the product on other sites. */
export function AboutNav({ links }: { links: AboutLinks }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('landing.about')} className="foot-links">
      <a href={links.privacy}>{t('landing.privacy')}</a>
      <a href={links.childrensPrivacy}>{t('landing.childrens_privacy')}</a>
      <a href={links.terms}>{t('landing.terms')}</a>
    </nav>
  );
}
