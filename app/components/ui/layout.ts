/**
 * Layout and timing values (9.2, 9.3). Lengths are in px, times in ms. layout.test.ts compares them with the styles. The styles use rem for
 * breakpoints and menus, so a doubled font size halves the effective width.
 */

/** Minimum widths (9.3.1). */
export const BREAKPOINTS = { sm: 480, md: 768, lg: 1280, xl: 1880, xxl: 2360 } as const;

/** The menu that slides in on small screens (9.3.2). */
export const MOBILE_MENU_WIDTH = 220;
/** The side menu: collapsed, open, and open from `xl` (2.11.2). */
export const SIDE_MENU_WIDTHS = { collapsed: 92, open: 300, openXl: 324 } as const;

/** Modals are above their overlay (9.3.3). */
export const MODAL_Z_INDEX = 999;
export const OVERLAY_Z_INDEX = 998;

/** Maximum number of open modals that freeze the page's scrolling (9.3.4). */
export const MAX_SCROLL_FROZEN_IDS = 8;

/** The two heights of a drawer: px, and a share of the window's height (9.3.5). */
export const DRAWER_SNAPS = { low: 50, high: '100%' } as const;

/** Duration of a toggle's transition (9.3.7). */
export const TOGGLE_MS = 300;
/** The spring of an opening accordion, mass 1 (9.3.8). */
export const ACCORDION_SPRING = { friction: 27, tension: 210 } as const;

/** Minimum time between two reads of the window's size (9.2.25). */
export const VIEWPORT_THROTTLE_MS = 72;

/** Display times of toasts: the usual time, and the time after a permanent deletion (9.2.15). domain/undo.ts has the time for Undo. */
export const TOAST_MS = 8000;
export const CONFIRM_MS = 60_000;
/** Maximum number of toasts shown at the same time. */
export const MAX_TOASTS = 3;

/** Delay before a spinner appears (9.2.20). */
export const SPINNER_DELAY_MS = 200;
