import type { Advisory, AppKey, Genre } from '../known-apps';

/** What the catalogue says in one language. `titles`: only where the app has a name of its own there. */
export type AppTexts = {
  titles: Partial<Record<AppKey, string>>;
  descriptions: Record<AppKey, string>;
  genres: Record<Genre, string>;
  advisories: Record<Advisory, string>;
};
