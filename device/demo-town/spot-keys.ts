/** Keys of the named spots of the demo town. */
export const SPOT_KEYS = [
  'home',
  'secondHome',
  'school',
  'sportsGround',
  'musicSchool',
  'supermarket',
  'bakery',
  'friend',
  'grandma',
  'library',
  'station',
] as const;
export type SpotKey = (typeof SPOT_KEYS)[number];
