import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savePreference } from '~/browser/save-preference';
import { MENU_ID, SideMenu } from './side-menu';

/** What the menu of a signed-in page needs to know. */
export type MenuFacts = {
  /** Whether it stood open when this account saw it last, in this browser; null where it was neither opened nor folded yet. */
  isOpen: boolean | null;
  /** The account has as many devices as it may have. */
  isFull: boolean;
  helpUrl: string;
};

/**
 * The menu beside signed-in pages: a rail or open on wide screens, sliding in on small ones. It stays while pages change in it. Where nothing
 * was chosen, it is open from `xl` on (A92): styles do that before there is script.
 */
export function WithMenu({ menu, children }: { menu: MenuFacts; children: ReactNode }) {
  const { t } = useTranslation();
  const [isChosen, setChosen] = useState(menu.isOpen !== null);
  const [isOpen, setOpen] = useState(menu.isOpen);
  useSlidingMenu();
  useEffect(() => {
    if (isChosen) return;
    const wide = window.matchMedia('(width >= 117.5rem)');
    const follow = () => setOpen(wide.matches);
    follow();
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, [isChosen]);
  const onToggle = () => {
    setChosen(true);
    setOpen(!isOpen);
    savePreference('/resources/menu', { menu: isOpen ? 'folded' : 'open' });
  };
  return (
    <div className="frame" data-menu={isOpen === null ? 'auto' : isOpen ? 'open' : 'folded'}>
      <a className="button button-main skip" href="#main">
        {t('frame.skip')}
      </a>
      <SideMenu {...menu} isOpen={isOpen} onToggle={onToggle} />
      <div className="page">{children}</div>
    </div>
  );
}

/**
 * On small screens the menu is a popover, which the platform opens and closes (tap outside, Esc) by itself. Script makes it modal: the
 * focus stays inside, goes back where it was, and a page that opens closes it.
 */
function useSlidingMenu(): void {
  const { key } = useLocation();
  const isShown = useRef(false);
  useEffect(() => {
    const menu = document.getElementById(MENU_ID);
    const wide = window.matchMedia('(width >= 48rem)');
    const closeRest = () => {
      for (const part of document.querySelectorAll('.skip, .page, .cookie-notice')) part.toggleAttribute('inert', isShown.current);
    };
    const beforeToggle = (event: Event) => {
      // Before it goes: the focus can return into the page.
      if (isOpening(event)) return;
      isShown.current = false;
      closeRest();
    };
    const toggle = (event: Event) => {
      isShown.current = isOpening(event);
      closeRest();
      if (isShown.current) menu?.querySelector<HTMLElement>('a, button')?.focus();
    };
    const hide = () => {
      if (isShown.current) menu?.hidePopover();
    };
    menu?.addEventListener('beforetoggle', beforeToggle);
    menu?.addEventListener('toggle', toggle);
    wide.addEventListener('change', hide);
    return () => {
      menu?.removeEventListener('beforetoggle', beforeToggle);
      menu?.removeEventListener('toggle', toggle);
      wide.removeEventListener('change', hide);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has its own key.
  useEffect(() => {
    if (!isShown.current) return;
    document.getElementById(MENU_ID)?.hidePopover();
    document.getElementById('main')?.focus();
  }, [key]);
}

function isOpening(event: Event): boolean {
  return 'newState' in event && event.newState === 'open';
}
