/** Text key for a used, expired or invalid link. The route shows BadUndoLinkPage for it. */
export const UNDO_BAD = 'recovery.undo_bad';
