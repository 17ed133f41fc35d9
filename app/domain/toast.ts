/** Set by the script of a page that has shown a message, to the message's id: no page shows it again. */
export const SHOWN_TOAST_COOKIE = 'toast_shown';
