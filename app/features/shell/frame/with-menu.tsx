import { useLocation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savePreference } from '#app/browser/save-preference';
import { MENU_ID, SideMenu } from './side-menu';

/** Data for the menu of pages for logged-in users. */
export type MenuFacts = {
  /** True if the menu was last open for this account in this browser; null if it was never toggled. */
  isOpen: boolean | null;
  /** True if the account has reached its device limit. */
  isFull: boolean;
  helpUrl: string;
};

/**
 * Layout of a page for logged-in users, with the menu. On wide screens the menu shows icons with or without names; on small screens it
 * slides in. The choice persists across pages. Without a choice, names show from `xl` on (A92), which the styles apply before hydration.
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
 * Makes the menu modal on small screens, where it is a popover that the browser opens and closes. Traps the focus, returns the focus
 * afterwards, and closes the menu on navigation.
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
      // `beforetoggle` fires before the menu closes, so that the focus can return to the page.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again for each navigation.
  useEffect(() => {
    if (!isShown.current) return;
    document.getElementById(MENU_ID)?.hidePopover();
    document.getElementById('main')?.focus();
  }, [key]);
}

function isOpening(event: Event): boolean {
  return 'newState' in event && event.newState === 'open';
}
