/** The themes that a user can choose. Without a choice, the system's theme applies. */
export type Theme = 'light' | 'dark';

export const THEME_COOKIE = 'theme';

/** Parses a theme from a cookie or form. Returns null for any other text: the system's theme applies. */
export function toTheme(text: string | null): Theme | null {
  return text === 'light' || text === 'dark' ? text : null;
}
