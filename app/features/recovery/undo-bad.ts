/** The words for a link that was used, is too old or wrong; the page with the ways on goes by them. */
export const UNDO_BAD = 'recovery.undo_bad';
