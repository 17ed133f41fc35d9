/** Value of the field `child` for a new child. */
export const NEW_CHILD = 'new';
