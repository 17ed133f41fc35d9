/** Texts quoted from the specification (5.3.1, 5.3.3, 8.2.9). Separate from the schemas, so that pages do not load zod. */
export const MESSAGES = {
  missingChildParam: 'Missing require param for user creation',
  noActiveChild: 'User state has children, but no activeChildId!',
  noUsersDeleted: 'No users deleted',
} as const;
