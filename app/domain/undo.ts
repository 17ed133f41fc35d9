/** How long a message offers Undo, in ms (9.2.15). A block undone within this time might not count toward the monthly limit (A45, A122). */
export const UNDO_MS = 10_000;
