import { parseClock } from '#app/domain/clock-window';
import { cleanTerms, findTermInBoth, type QuietHours, TERM_LENGTH_MAX, TERMS_MAX } from '#app/domain/sample-config';

/** The categories of hits that a parent can turn off, in the order of the page. */
export const CATEGORIES = ['violence', 'sexual_content', 'substance_abuse', 'profanity', 'uncategorized'] as const;
export type Category = (typeof CATEGORIES)[number];
/** The parent's own terms, and the terms that never count. */
export const TERM_LISTS = ['custom', 'ignored'] as const;
export type TermList = (typeof TERM_LISTS)[number];

/** The minutes between automatic screenshots that the page offers (A69). */
export const INTERVALS = [15, 30, 60, 120];
/** The hours that the form suggests while there are none. */
export const FIRST_QUIET: QuietHours = { from: '21:00', to: '07:00' };

export type Hours = { everyMinutes: number; quiet: QuietHours | null };
export type SampleSettings = {
  isOn: boolean;
  isAutomatic: boolean;
  hours: Hours;
  categories: Record<Category, boolean>;
  terms: Record<TermList, Array<string>>;
};

/** What a form changes. All else stays, so changes of two windows do not replace each other. */
export type SettingsChange = {
  isOn?: boolean;
  isAutomatic?: boolean;
  /** `was`: the hours that the form showed. */
  hours?: Hours & { was: string };
  categories: Partial<Record<Category, boolean>>;
  terms: Record<TermList, { add: Array<string>; remove: Array<string> }>;
};

/** A field with invalid input, and the key of its error text. */
export type SettingsFault = { field: string; key: string; params: Record<string, string | number> };

/** Name and value of each field. A name may occur several times. */
export type Fields = ReadonlyArray<readonly [name: string, value: string]>;

export const HOURS = 'hours';
export const fieldOf = (list: TermList, part: 'add' | 'remove' | 'list' | 'was') => `${list}-${part}`;

/** Returns whether a form has any field of the settings. */
export function hasSettings(fields: Fields): boolean {
  const names: ReadonlyArray<string> = ['on', 'automatic', HOURS, ...CATEGORIES];
  return fields.some(([name]) => names.includes(name) || TERM_LISTS.some((list) => name.startsWith(`${list}-`)));
}

/** Reads the change from the fields of a form, or the fault of its input. */
export function parseChange(fields: Fields): { change: SettingsChange } | { fault: SettingsFault } {
  const all = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const isOn = (name: string) => toSwitch(all(name).at(-1));
  const wrong = ['on', 'automatic', ...CATEGORIES].find((name) => all(name).length > 0 && isOn(name) === undefined);
  if (wrong !== undefined) return { fault: { field: wrong, key: 'error_strings.unknown', params: {} } };
  const change: SettingsChange = {
    ...optional('isOn', isOn('on')),
    ...optional('isAutomatic', isOn('automatic')),
    categories: Object.fromEntries(
      CATEGORIES.flatMap((category) => {
        const value = isOn(category);
        return value === undefined ? [] : [[category, value]];
      }),
    ),
    terms: { custom: { add: [], remove: [] }, ignored: { add: [], remove: [] } },
  };
  if (all(HOURS).length > 0) {
    const hours = parseHours(all('every').at(-1), all('quiet').includes('on'), all('from').at(-1), all('to').at(-1));
    if ('fault' in hours) return hours;
    change.hours = { ...hours, was: all(HOURS).at(-1) ?? '' };
  }
  for (const list of TERM_LISTS) {
    const [typed, was] = [all(fieldOf(list, 'list')).at(-1), cleanTerms((all(fieldOf(list, 'was')).at(-1) ?? '').split('\n'))];
    const added = all(fieldOf(list, 'add'));
    const wanted = typed === undefined ? null : cleanTerms(typed.split('\n'));
    const terms = {
      add: [...cleanTerms(added), ...(wanted ?? []).filter((term) => !was.includes(term))],
      remove: [...cleanTerms(all(fieldOf(list, 'remove'))), ...(wanted === null ? [] : was.filter((term) => !wanted.includes(term)))],
    };
    const field = fieldOf(list, wanted === null ? 'add' : 'list');
    if (added.some((term) => term.trim() === '')) return { fault: { field, key: 'gallery_settings.term_empty', params: {} } };
    const long = terms.add.find((term) => [...term].length > TERM_LENGTH_MAX);
    if (long !== undefined)
      return { fault: { field, key: 'gallery_settings.term_long', params: { term: shorten(long), max: TERM_LENGTH_MAX } } };
    change.terms[list] = terms;
  }
  return { change };
}

function parseHours(every: string | undefined, isQuiet: boolean, from = '', to = ''): Hours | { fault: SettingsFault } {
  const everyMinutes = Number(every);
  if (!isQuiet) return { everyMinutes, quiet: null };
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null) return { fault: { field: 'from', key: 'error_strings.missing_time', params: {} } };
  if (end === null) return { fault: { field: 'to', key: 'error_strings.missing_time', params: {} } };
  // The API reads equal times as the whole day, which nobody means who enters them.
  if (start === end) return { fault: { field: 'to', key: 'gallery_settings.quiet_equal', params: {} } };
  return { everyMinutes, quiet: { from: from.slice(0, 5), to: to.slice(0, 5) } };
}

function toSwitch(value: string | undefined): boolean | undefined {
  return value === 'on' ? true : value === 'off' ? false : undefined;
}

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function shorten(term: string): string {
  return [...term].length <= TERM_LENGTH_MAX ? term : `${[...term].slice(0, 24).join('')}…`;
}

/** Returns the settings with the change, or the fault of a list that would be too long. */
export function applyChange(settings: SampleSettings, change: SettingsChange): { settings: SampleSettings } | { fault: SettingsFault } {
  const terms = { ...settings.terms };
  for (const list of TERM_LISTS) {
    const { add, remove } = change.terms[list];
    if (add.length + remove.length === 0) continue;
    const kept = cleanTerms(terms[list]).filter((term) => !remove.includes(term));
    terms[list] = cleanTerms([...kept, ...add]);
    const count = terms[list].length;
    if (count > TERMS_MAX && add.length > 0) {
      return { fault: { field: fieldOf(list, 'add'), key: 'gallery_settings.terms_full', params: { max: TERMS_MAX, count } } };
    }
  }
  for (const list of TERM_LISTS) {
    const term = findTermInBoth(change.terms[list].add, terms[list === 'custom' ? 'ignored' : 'custom']);
    if (term !== undefined)
      return { fault: { field: fieldOf(list, 'add'), key: `gallery_settings.term_in_${list}`, params: { term: shorten(term) } } };
  }
  const { was: _, ...hours } = change.hours ?? { ...settings.hours, was: '' };
  return {
    settings: {
      isOn: change.isOn ?? settings.isOn,
      isAutomatic: change.isAutomatic ?? settings.isAutomatic,
      hours,
      categories: { ...settings.categories, ...change.categories },
      terms,
    },
  };
}

/** Returns the hours as one text, to compare what a form showed with what is stored. */
export function toHoursText({ everyMinutes, quiet }: Hours): string {
  return quiet === null ? `${everyMinutes}` : `${everyMinutes} ${quiet.from}-${quiet.to}`;
}

/**
 * Adds fields to those that wait to be sent. A switch and the hours keep their last value; a term that is added and removed again stays as
 * the last of the two.
 */
export function mergeFields(before: Fields, next: Fields): Fields {
  const isOfHours = (name: string) => [HOURS, 'every', 'quiet', 'from', 'to'].includes(name);
  const hasHours = next.some(([name]) => isOfHours(name));
  // The version of the hours is the one that the first change was based on.
  const was = before.find(([name]) => name === HOURS);
  const kept = before.filter(([name, value]) => {
    if (isOfHours(name)) return !hasHours;
    const [list, part] = name.split('-');
    if (part !== undefined) return !next.some(([other, term]) => other.startsWith(`${list}-`) && term === value);
    return !next.some(([other]) => other === name);
  });
  return [...kept, ...next.map((field) => (field[0] === HOURS && was !== undefined ? was : field))];
}
