/** The message for a page or form about a child that is foreign, unknown or removed (MAN-004). */
export const CHILD_GONE = { tone: 'bad', text: { key: 'toast.child_gone', params: {} }, undo: null } as const;
