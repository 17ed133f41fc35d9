/** Text key for a used, expired or invalid link. The route renders BadUndoLinkPage for this key. */
export const UNDO_BAD = 'recovery.undo_bad';
