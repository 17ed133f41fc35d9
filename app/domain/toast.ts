/** Cookie with the ID of a message already shown by a page's script. No page shows it again. */
export const SHOWN_TOAST_COOKIE = 'toast_shown';
