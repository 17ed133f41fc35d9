import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import { CreditCard, House, LogOut, Menu, Plus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '~/components/ui/disclosure';
import { LanguageMenu } from './language-menu';
import { Logo } from './logo';
import { gapIn } from './wording';

const PLACES = [
  { to: '/manage', key: 'frame.manage', Icon: House },
  { to: '/my-family', key: 'frame.my_family', Icon: Users },
  { to: '/connect', key: 'frame.add_device', Icon: Plus },
  { to: '/subscription', key: 'frame.subscription', Icon: CreditCard },
] as const;

/** The frame of signed-in pages: top bar with the place's name, what belongs into its middle, and the menu. */
export function AppFrame({
  place,
  switcher,
  verified,
  children,
}: {
  place: string;
  /** The choice of child, on pages that are about one. */
  switcher?: ReactNode;
  /** False shows that the e-mail address still waits to be confirmed. */
  verified: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <a className="button button-main skip" href="#main">
        {t('frame.skip')}
      </a>
      <header className="topbar">
        <Link aria-label="Porchlight" className="logo" to="/manage">
          <Logo />
        </Link>
        <p className="place">{place}</p>
        {switcher === undefined ? null : <div className="topbar-middle only-wide">{switcher}</div>}
        <AppMenu />
      </header>
      <main className="main" id="main">
        {switcher === undefined ? null : <div className="only-narrow">{switcher}</div>}
        {verified ? null : <VerifyReminder />}
        {children}
      </main>
    </>
  );
}

function AppMenu() {
  const { t } = useTranslation();
  const { key } = useLocation();
  return (
    <Disclosure className="menu" key={key} label={t('frame.menu')} summary={<Menu aria-hidden className="icon" />}>
      <nav aria-label={t('frame.menu')} className="menu-panel">
        {PLACES.map(({ to, key: text, Icon }) => (
          <NavLink key={to} to={to}>
            <Icon aria-hidden className="icon" />
            {t(text)}
          </NavLink>
        ))}
        <hr />
        <LanguageMenu />
        <Form action="/logout" method="post" reloadDocument>
          <button type="submit">
            <LogOut aria-hidden className="icon" />
            {t('frame.logout')}
          </button>
        </Form>
      </nav>
    </Disclosure>
  );
}

function VerifyReminder() {
  const { t, i18n } = useTranslation();
  return (
    <p className="reminder">
      {t('verify.reminder')}
      {gapIn(i18n.language)}
      <Link to="/verify">{t('verify.reminder_link')}</Link>
    </p>
  );
}
