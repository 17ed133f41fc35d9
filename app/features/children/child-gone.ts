/** The message where a page or a form is about a child that is none of the account's: foreign, unknown and removed alike (MAN-004). */
export const CHILD_GONE = { tone: 'bad', text: { key: 'toast.child_gone', params: {} }, undo: null } as const;
