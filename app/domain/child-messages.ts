/** Texts of the document, word for word (5.3.1, 5.3.3, 8.2.9). In a file of their own, because pages show them and need no zod for it. */
export const MESSAGES = {
  missingChildParam: 'Missing require param for user creation',
  noActiveChild: 'User state has children, but no activeChildId!',
  noUsersDeleted: 'No users deleted',
} as const;
