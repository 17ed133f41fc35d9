import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from './language-menu';
import { Logo } from './logo';

/** Pages without menus: landing, sign-up, pairing, verification, errors (2.10.1). */
export function BareFrame({
  children,
  end,
  wide = false,
  glow = false,
}: {
  children: ReactNode;
  end?: ReactNode;
  wide?: boolean;
  glow?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={glow ? 'glow' : undefined}>
      <div className={wide ? 'bare bare-wide' : 'bare'}>
        <header className="bare-top">
          <Link className="logo" to="/">
            <Logo />
            <span>Porchlight</span>
          </Link>
          {end}
        </header>
        <main className="bare-main" id="main">
          {children}
        </main>
        <footer className="foot">
          <span>{t('frame.copyright', { year: new Date().getUTCFullYear() })}</span>
          <LanguageMenu />
        </footer>
      </div>
    </div>
  );
}
