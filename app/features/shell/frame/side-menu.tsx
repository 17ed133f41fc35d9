import { Form, Link, NavLink, useLocation } from '@remix-run/react';
import {
  ChevronRight,
  CircleHelp,
  CircleUser,
  CreditCard,
  House,
  Images,
  LogOut,
  type LucideIcon,
  MapPin,
  Palette,
  Plus,
  Users,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Logo } from './logo';

export const MENU_ID = 'menu';

// In the order of the specification (2.11.1).
const CHILD_PLACES = [
  { to: '/manage', key: 'frame.manage', Icon: House },
  { to: '/locator', key: 'frame.locator', Icon: MapPin },
  { to: '/gallery', key: 'frame.gallery', Icon: Images },
] as const;
const FAMILY_PLACES = [
  { to: '/connect', key: 'frame.add_device', Icon: Plus },
  { to: '/my-family', key: 'frame.my_family', Icon: Users },
  { to: '/account', key: 'frame.account', Icon: CircleUser },
  { to: '/subscription', key: 'frame.subscription', Icon: CreditCard },
  { to: '/demo', key: 'frame.demo', Icon: Palette },
] as const;

// React 18 passes these attributes only in lowercase.
const POPOVER = { popover: 'auto' };
export const OPENS_MENU = { popovertarget: MENU_ID };
const CLOSES_MENU = { popovertarget: MENU_ID, popovertargetaction: 'hide' };

/**
 * Main menu of pages for logged-in users. `isOpen`: true shows icons with names, false only icons; null lets the viewport width decide. On
 * small screens, the menu slides in with names.
 */
export function SideMenu({
  isOpen,
  isFull,
  helpUrl,
  onToggle,
}: {
  isOpen: boolean | null;
  isFull: boolean;
  helpUrl: string;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <nav aria-label={t('frame.menu')} className="menu" id={MENU_ID} {...POPOVER}>
      <div className="menu-head">
        <Link aria-label="Porchlight" className="logo" to="/manage">
          <Logo />
          <span>Porchlight</span>
        </Link>
        <button aria-label={t('frame.close_menu')} className="icon-button only-narrow" type="button" {...CLOSES_MENU}>
          <X aria-hidden className="icon" />
        </button>
      </div>
      {CHILD_PLACES.map(({ to, key, Icon }) => (
        <PageLink Icon={Icon} key={to} name={t(key)} to={to} />
      ))}
      <hr />
      {FAMILY_PLACES.map(({ to, key, Icon }) => (
        <PageLink hint={to === '/connect' && isFull ? t('frame.limit_reached') : null} Icon={Icon} key={to} name={t(key)} to={to} />
      ))}
      <a className="menu-item menu-end" href={helpUrl} rel="noopener" target="_blank">
        <CircleHelp aria-hidden className="icon" />
        <span>{t('frame.help')}</span>
      </a>
      <Form action="/logout" method="post" reloadDocument>
        <button className="menu-item" type="submit">
          <LogOut aria-hidden className="icon" />
          <span>{t('frame.logout')}</span>
        </button>
      </Form>
      <form
        action="/resources/menu"
        className="only-wide"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onToggle();
        }}
      >
        <input name="path" type="hidden" value={pathname + search} />
        <Fold isOpen={isOpen === true} />
        {isOpen === null ? <Fold isOpen /> : null}
      </form>
    </nav>
  );
}

function Fold({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <button className="menu-item menu-fold" name="menu" type="submit" value={isOpen ? 'folded' : 'open'}>
      <ChevronRight aria-hidden className="icon" />
      <span>{t(isOpen ? 'frame.fold_menu' : 'frame.show_names')}</span>
    </button>
  );
}

function PageLink({ to, name, Icon, hint = null }: { to: string; name: string; Icon: LucideIcon; hint?: string | null }) {
  return (
    <NavLink className="menu-item" to={to}>
      <Icon aria-hidden className="icon" />
      <span>
        {name}
        {hint === null ? null : <small className="menu-hint">{hint}</small>}
      </span>
    </NavLink>
  );
}
