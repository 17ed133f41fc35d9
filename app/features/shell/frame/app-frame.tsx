import { Link } from '@remix-run/react';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountState } from '#app/server/account.server';
import { Reminders } from '../messages/reminders';
import { Bell } from './bell';
import { Footer } from './footer';
import { Logo } from './logo';
import { OPENS_MENU } from './side-menu';

/**
 * Frame of a page for logged-in users, next to the menu (`WithMenu`). It has a top bar with page name, child switcher and bell, then
 * content and footer.
 */
export function AppFrame({
  pageName,
  switcher,
  accountState,
  children,
}: {
  pageName: string;
  /** The child switcher, on pages about one child. */
  switcher?: ReactNode;
  /** Account state for the reminders above every page, and the number of unread notifications. */
  accountState: AccountState;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <header className="topbar">
        <div className="topbar-row">
          <button aria-label={t('frame.menu')} className="icon-button only-narrow" type="button" {...OPENS_MENU}>
            <Menu aria-hidden className="icon" />
          </button>
          <Link aria-label="Porchlight" className="logo only-narrow" to="/manage">
            <Logo />
          </Link>
          <p className="place">{pageName}</p>
          <Bell unread={accountState.unreadNotifications} />
        </div>
        {switcher}
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <Reminders accountState={accountState} />
        {children}
      </main>
      <Footer />
    </>
  );
}
