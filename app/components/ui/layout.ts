/**
 * Numbers of the layout and of its timing (9.2, 9.3). Lengths in px, times in ms. The styles say the same ones; layout.test.ts holds them to it.
 * Breakpoints and menus stand there in rem of 16 px: in letters of twice the size a window is half as wide.
 */

/** From this width on (9.3.1). */
export const BREAKPOINTS = { sm: 480, md: 768, lg: 1280, xl: 1880, xxl: 2360 } as const;

/** The menu that slides in on small screens (9.3.2). */
export const MOBILE_MENU_WIDTH = 220;
/** The menu at the side: folded, open, open from `xl` on (2.11.2). */
export const SIDE_MENU_WIDTHS = { collapsed: 92, open: 300, openXl: 324 } as const;

/** A modal stands over its overlay (9.3.3). */
export const MODAL_Z_INDEX = 999;
export const OVERLAY_Z_INDEX = 998;

/** So many open modals are remembered as holding the page still (9.3.4). */
export const MAX_SCROLL_FROZEN_IDS = 8;

/** Where a drawer rests: px, and a share of the window's height (9.3.5). */
export const DRAWER_SNAPS = { low: 50, high: '100%' } as const;

/** How long a switch takes (9.3.7). */
export const TOGGLE_MS = 300;
/** The spring that an accordion opens with, mass 1 (9.3.8). */
export const ACCORDION_SPRING = { friction: 27, tension: 210 } as const;

/** The window's size is read again at most once in this time (9.2.25). */
export const VIEWPORT_THROTTLE_MS = 72;

/** How long messages stay: what was said, what asks for a yes (9.2.15); domain/undo.ts says it of what can be taken back. */
export const TOAST_MS = 8000;
export const CONFIRM_MS = 60_000;
/** More messages are not shown at once. */
export const MAX_TOASTS = 3;

/** Waiting is shown only after this time (9.2.20). */
export const SPINNER_DELAY_MS = 200;
