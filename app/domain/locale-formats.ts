import { createBoundedMemo } from './bounded-memo.ts';
import type { Formats } from './formats.ts';
import { type Language, listRequestedLanguages, toLanguage } from './language.ts';

// Apart from formats.ts: only servers derive formats, and browsers load that file.

/** The language of times and dates where nobody named another (3.15.3, CONST-109). */
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

/** The region's locale of a tag, «en-GB» of `en_gb`, or the default of its language; null where there are no texts for it. */
export function toLocale(tag: string): string | null {
  const language = toLanguage(tag);
  return language === null ? null : (localeWithRegion(language, tag) ?? DEFAULT_LOCALES[language]);
}

/** How an account keeps a tag: language and, where it names one, region, «en-GB» or «en»; null where there are no texts for it. */
export function toStoredLocale(tag: string): string | null {
  const language = toLanguage(tag);
  return language === null ? null : (localeWithRegion(language, tag) ?? language);
}

/** The locale of formats in a language: with the first region that `Accept-Language` names for it, else the default one (A147). */
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
  // The script stays, where the region alone would name the other one.
  return own === DEFAULT_LOCALES[language] ? own : `zh-${language === 'zh-cn' ? 'Hans' : 'Hant'}-${region}`;
}

// A tag comes from a header, so the number of them is bounded.
const known = createBoundedMemo<Formats>(500);
const MORNING = Date.UTC(2026, 10, 22, 7, 5, 9);
const EVENING = MORNING + 12 * 3_600_000;

/** The formats of a locale as the platform knows them. `hours`: 12 or 24 where the reader fixed it, else the region's own. */
export function formatsOfLocale(locale: string, hours: 12 | 24 | null = null): Formats {
  return known.get(`${locale} ${hours}`, () => {
    const cycle = hours === null ? {} : { hour12: hours === 12 };
    const hasDayParts = locale === 'zh-TW' || locale.startsWith('zh-Hant');
    const digits = { hour: 'numeric', minute: '2-digit' } as const;
    // The short pattern of zh-TW has one word for each part of the day; the one by fields has two.
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

// Chinese dates count the months in digits, «6月1日»; the long name of a month spells them out.
function monthName(locale: string, month: number): string {
  if (locale.startsWith('zh')) return `${month + 1}月`;
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month));
}

// 4 January 2026 was a Sunday.
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

/** Versions of the language data set different spaces before AM; all of them become the one that does not break a line. */
function plain(text: string): string {
  return text.replaceAll(/[\u202f\u2009]/gu, '\u00a0');
}

function toPattern(parts: Array<Intl.DateTimeFormatPart>): string {
  const has12 = parts.some(({ type }) => type === 'dayPeriod');
  const pattern = parts.map((part) => toGap(part, has12)).join('');
  // A time stays on one line, «9:00 PM», and so does a numbered day with its month, «22. November».
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
