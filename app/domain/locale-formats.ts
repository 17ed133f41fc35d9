import { createBoundedMemo } from './bounded-memo.ts';
import type { Formats } from './formats.ts';
import { type Language, listRequestedLanguages, toLanguage } from './language.ts';

// Separate from formats.ts, because browsers load that file and only servers derive formats.

/** Default language of times and dates (3.15.3, CONST-109). */
export const momentLocale = 'en';

const DEFAULT_LOCALES: Record<Language, string> = {
  de: 'de-DE',
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
  nl: 'nl-NL',
  'pt-br': 'pt-BR',
  'zh-cn': 'zh-CN',
  'zh-tw': 'zh-TW',
};

const REGION = /^[a-z]{2}(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?:[-_]|$)/;

/**
 * Returns the locale of a tag, with a region: `en_gb` becomes «en-GB». A missing region becomes the language's default region. Null for
 * unsupported languages.
 */
export function toLocale(tag: string): string | null {
  const language = toLanguage(tag);
  return language === null ? null : (localeWithRegion(language, tag) ?? DEFAULT_LOCALES[language]);
}

/**
 * Returns the tag to store for the account: the language with its region, if given, such as «en-GB» or «en». Null for unsupported
 * languages.
 */
export function toStoredLocale(tag: string): string | null {
  const language = toLanguage(tag);
  return language === null ? null : (localeWithRegion(language, tag) ?? language);
}

/** Returns the locale for formats: the first region for this language in `Accept-Language`, or else the default region (A147). */
export function chooseLocale(language: Language, acceptLanguage: string | null): string {
  for (const tag of listRequestedLanguages(acceptLanguage)) {
    const locale = toLanguage(tag) === language ? localeWithRegion(language, tag) : null;
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALES[language];
}

function localeWithRegion(language: Language, tag: string): string | null {
  const region = REGION.exec(tag.trim().toLowerCase())?.[1]?.toUpperCase();
  if (region === undefined) return null;
  if (!language.startsWith('zh')) return `${language.slice(0, 2)}-${region}`;
  const own = `zh-${region}`;
  // Adds the script, because the region may imply another one.
  return own === DEFAULT_LOCALES[language] ? own : `zh-${language === 'zh-cn' ? 'Hans' : 'Hant'}-${region}`;
}

// Tags are from a request header, so the cache must be limited.
const known = createBoundedMemo<Formats>(500);
const MORNING = Date.UTC(2026, 10, 22, 7, 5, 9);
const EVENING = MORNING + 12 * 3_600_000;

/** Returns the platform's formats for a locale. `hours`: 12 or 24 if the user chose it; null for the region's default. */
export function formatsOfLocale(locale: string, hours: 12 | 24 | null = null): Formats {
  return known.get(`${locale} ${hours}`, () => {
    const cycle = hours === null ? {} : { hour12: hours === 12 };
    const hasDayParts = locale === 'zh-TW' || locale.startsWith('zh-Hant');
    const digits = { hour: 'numeric', minute: '2-digit' } as const;
    // In zh-TW, the short pattern has a name for each part of the day. The pattern built from fields has only AM and PM.
    const clock = hasDayParts ? digits : ({ timeStyle: 'short' } as const);
    const exact = hasDayParts ? ({ ...digits, second: '2-digit' } as const) : ({ timeStyle: 'medium' } as const);
    const day = { day: 'numeric', month: 'long' } as const;
    const time = write(locale, { ...clock, ...cycle });
    return {
      locale,
      time: toPattern(time(MORNING)),
      seconds: toPattern(write(locale, { ...exact, ...cycle })(MORNING)),
      halves: [halfOf(time(MORNING)), halfOf(time(EVENING))],
      date: toPattern(write(locale, day)(MORNING)),
      dateYear: toPattern(write(locale, { ...day, year: 'numeric' })(MORNING)),
      decimal: new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
      months: Array.from({ length: 12 }, (_, month) => monthName(locale, month)),
      weekdays: listWeekdayNames(locale, 'long'),
      shortWeekdays: listWeekdayNames(locale, 'short'),
    };
  });
}

// Chinese dates have numeric months, «6月1日». The platform's long month name would spell out the number.
function monthName(locale: string, month: number): string {
  if (locale.startsWith('zh')) return `${month + 1}月`;
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month));
}

// January 4, 2026 was a Sunday.
const A_SUNDAY = 4;

function listWeekdayNames(locale: string, weekday: 'long' | 'short'): Array<string> {
  const names = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(2026, 0, A_SUNDAY + day)).replace(/\.$/, ''));
}

function write(locale: string, options: Intl.DateTimeFormatOptions) {
  const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  return (at: number) => formatter.formatToParts(at);
}

function halfOf(parts: Array<Intl.DateTimeFormatPart>): string {
  return plain(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '').replaceAll(' ', '\u00a0');
}

/** Replaces narrow and thin spaces with a no-break space, because CLDR versions use different ones. */
function plain(text: string): string {
  return text.replaceAll(/[\u202f\u2009]/gu, '\u00a0');
}

function toPattern(parts: Array<Intl.DateTimeFormatPart>): string {
  const has12 = parts.some(({ type }) => type === 'dayPeriod');
  const pattern = parts.map((part) => toGap(part, has12)).join('');
  // A no-break space keeps a time («9:00 PM») or a day and its month («22. November») on one line.
  return pattern.includes('{m}') ? pattern.replaceAll(' ', '\u00a0') : pattern.replace('{d}. ', '{d}.\u00a0');
}

function toGap({ type, value }: Intl.DateTimeFormatPart, has12: boolean): string {
  if (type === 'hour') return has12 ? '{h}' : value.length === 2 ? '{HH}' : '{H}';
  if (type === 'minute') return '{m}';
  if (type === 'second') return '{s}';
  if (type === 'dayPeriod') return '{a}';
  if (type === 'day') return '{d}';
  if (type === 'year') return '{y}';
  if (type === 'month') return /^\d+$/.test(value) ? '{M}' : value.endsWith('月') ? '{M}月' : '{MMMM}';
  return plain(value);
}
