/** The value of the field `child` that means a new one. */
export const NEW_CHILD = 'new';
