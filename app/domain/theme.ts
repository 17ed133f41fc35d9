/** The themes that a reader may force; nothing chosen = as the system. */
export type Theme = 'light' | 'dark';

/** The cookie of a chosen theme. */
export const THEME_COOKIE = 'theme';

/** A theme's name as a cookie or a form gives it; null for anything else, which means: as the system. */
export function toTheme(text: string | null): Theme | null {
  return text === 'light' || text === 'dark' ? text : null;
}
