/** Number of avatar colors: slots 0 to 19 (3.2.1, 3.2.3, A93). */
export const AVATAR_COLOURS = 20;

/** Maximum size of a profile photo, in bytes (S31). */
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024;

/** The drawings for profile pictures. The index is `avatar_idx` on the wire, 0 to 11 (3.2.2, A93). */
export const AVATAR_PICTURES = [
  'cat',
  'dog',
  'fox',
  'owl',
  'rabbit',
  'whale',
  'turtle',
  'rocket',
  'star',
  'flower',
  'tree',
  'ball',
] as const;

export type AvatarPicture = (typeof AVATAR_PICTURES)[number];
