/** So long what was just done can be taken back by its message, in ms (9.2.15); a block taken back in this time may not count (A45, A122). */
export const UNDO_MS = 10_000;
