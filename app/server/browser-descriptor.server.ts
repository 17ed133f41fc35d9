import { APP_VERSION } from '#app/domain/app-version';
import type { TimeZone } from '#app/domain/time';

/** Describes a session's browser in the session list, such as «Firefox» and «Linux» (A135). */
export type BrowserDescriptor = {
  name: string;
  make: string;
  model: string;
  os: string;
  os_version: string;
  app_version: string;
  locale: string;
  time_zone: TimeZone;
};

// The first match wins. User agents of earlier entries also contain names of later ones.
const BROWSERS: ReadonlyArray<[RegExp, string]> = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: ReadonlyArray<[RegExp, string]> = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Derives the descriptor from a user agent. Version numbers are omitted for privacy. */
export function describeBrowser(userAgent: string, locale: string, timeZone: TimeZone): BrowserDescriptor {
  const find = (table: ReadonlyArray<[RegExp, string]>) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return {
    name: find(BROWSERS) ?? 'Browser',
    make: '',
    model: '',
    os: find(SYSTEMS) ?? '',
    os_version: '',
    app_version: APP_VERSION,
    locale,
    time_zone: timeZone,
  };
}
