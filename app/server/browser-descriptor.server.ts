import { APP_VERSION } from '~/domain/app-version';
import type { TimeZone } from '~/domain/time';

/** What a session is called in the list of sessions: «Firefox», «Linux» (A135). */
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

// In this order: each name also stands in the user agents of those before it.
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

/** The descriptor of a browser from its user agent; versions are nobody's business. */
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
