import type { Advisory, AppKey, Genre } from '../known-apps';

/** The texts of the app catalog in one language. `titles` lists only apps whose name differs in that language. */
export type AppTexts = {
  titles: Partial<Record<AppKey, string>>;
  descriptions: Record<AppKey, string>;
  genres: Record<Genre, string>;
  advisories: Record<Advisory, string>;
};
