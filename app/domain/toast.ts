/** Cookie with the ID of a message that a page's script has already shown. Pages do not show that message again. */
export const SHOWN_TOAST_COOKIE = 'toast_shown';
