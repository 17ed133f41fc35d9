import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from './language-menu';
import { ThemeChoice } from './theme-choice';

/** Footer of every page: copyright, the page's own content, language and theme. */
export function Footer({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <footer className="foot">
      <span suppressHydrationWarning>{t('frame.copyright', { year: new Date().getUTCFullYear() })}</span>
      {children}
      <div className="foot-choices">
        <LanguageMenu />
        <ThemeChoice />
      </div>
    </footer>
  );
}
